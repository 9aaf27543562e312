/** Whether who acts asks that the gates be passed without proof. What grants it is the ledger, see its `isTestContext`. */
export interface GateBypass {
  /** `ASSAY_QA_GATE_BYPASS=1`. */
  readonly isAsked: boolean;
}
