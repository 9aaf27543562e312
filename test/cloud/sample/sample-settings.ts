/** Settings of an organisation that is nobody's, as they are packed beside the functions. */
export const SAMPLE_SETTINGS = `version: 1
watch:
  organisation: acme
  time_zone: Europe/Berlin
  products:
    - name: shop
      repositories: [acme/shop, acme/cart]
    - name: docs
      repositories: [acme/handbook]
    - name: platform
      repositories: [acme/assay]
      platform: true
forge:
  write_pause_ms: 0
`;
