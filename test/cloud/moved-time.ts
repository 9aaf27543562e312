/** How the time of a process of node differs from the machine's. */
export interface MovedTime {
  /** Milliseconds that its clock is ahead. */
  readonly ahead?: number;
  /** So many times as fast its timers go off: what waits for a minute waits for a second at 60. */
  readonly hurry?: number;
}

/**
 * Arguments with which node believes that it is another time: its `Date` and its timers are other ones before any other
 * code runs, so that no product code has to know of it. Empty where nothing differs.
 */
export function movedTime({ ahead = 0, hurry = 1 }: MovedTime): readonly string[] {
  const code = [
    ...(ahead === 0
      ? []
      : [
          `const Real=Date,now=()=>Real.now()+${ahead};`,
          "globalThis.Date=new Proxy(Real,{",
          "construct:(real,given,made)=>Reflect.construct(real,given.length===0?[now()]:given,made===Date?real:made),",
          "apply:()=>new Real(now()).toString(),",
          'get:(real,key)=>key==="now"?now:Reflect.get(real,key)});',
        ]),
    ...(hurry === 1
      ? []
      : [
          "const wait=setTimeout;",
          `globalThis.setTimeout=(work,ms,...rest)=>wait(work,ms/${hurry},...rest);`,
          "Object.defineProperties(globalThis.setTimeout,Object.getOwnPropertyDescriptors(wait));",
        ]),
  ].join("");
  return code === "" ? [] : ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}
