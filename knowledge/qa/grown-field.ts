import { type GrownRecord, grownRecord } from "./grown-record.ts";

/** What stands behind the fields that {@link withGrown} made, by their getter. */
const BEHIND = new WeakMap<() => unknown, GrownRecord<unknown>>();

/**
 * The record in a field, in the form of which changed copies cost little: what {@link withGrown} put there, or what is
 * there in plain form, as after a snapshot.
 */
export function grownIn<Holder extends object, Field extends keyof Holder>(
  holder: Holder,
  field: Field,
): GrownRecord<ValueOf<Holder[Field]>> {
  const getter = Object.getOwnPropertyDescriptor(holder, field)?.get;
  const behind = getter === undefined ? undefined : BEHIND.get(getter);
  return (behind ?? grownRecord(holder[field] as Readonly<Record<string, unknown>>)) as GrownRecord<
    ValueOf<Holder[Field]>
  >;
}

/**
 * The holder with another record in a field, and else as it was. The field reads as a plain record, is JSON like one, and
 * is made when somebody reads it: a fold that only goes on never makes it.
 */
export function withGrown<Holder extends object, Field extends keyof Holder>(
  holder: Holder,
  field: Field,
  record: GrownRecord<ValueOf<Holder[Field]>>,
): Holder {
  const get = () => record.plain();
  BEHIND.set(get, record as GrownRecord<unknown>);
  return changed(holder, { [field]: { get, enumerable: true, configurable: true } });
}

/** The holder with other values in some fields; none of the rest is read. */
export function withFields<Holder extends object>(holder: Holder, fields: Partial<Holder>): Holder {
  return changed(holder, Object.getOwnPropertyDescriptors(fields));
}

function changed<Holder extends object>(holder: Holder, changes: PropertyDescriptorMap): Holder {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(holder), ...changes }) as Holder;
}

type ValueOf<Plain> = Plain extends Readonly<Record<string, infer Value>> ? Value : never;
