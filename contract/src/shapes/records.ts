/** The keys of an object that has no others than its type names. */
export const ownKeys = <Thing extends object>(thing: Thing): (keyof Thing & string)[] =>
  // `Object.keys` forgets the type, because an object may have more keys than its type names.
  Object.keys(thing) as (keyof Thing & string)[]

/** A record with one value for each name. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name, index: number) => Value,
): Record<Name, Value> =>
  // `Object.fromEntries` forgets the names.
  Object.fromEntries(names.map((name, index) => [name, make(name, index)])) as Record<Name, Value>

/** The fields of an object with some of its names. */
export const pickFields = <Thing extends object>(
  thing: Thing,
  names: readonly (keyof Thing & string)[],
): Partial<Thing> =>
  // As above.
  Object.fromEntries(names.map((name) => [name, thing[name]])) as Partial<Thing>
