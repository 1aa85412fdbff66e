declare module 'virtual:calls' {
  const manifest: Record<
    import('./api/send/calls.ts').CallName,
    {
      method: import('@artel/contract/call').Method
      path: string
      isIdempotent: boolean
      isList: boolean
      shows: readonly import('@artel/contract/events').Entity[]
      changes: readonly import('@artel/contract/events').Entity[]
    }
  >
  export default manifest
}

declare module 'virtual:fields' {
  const rules: Partial<
    Record<import('./api/send/calls.ts').CallName, import('@artel/contract/shapes/field-rules').FieldRules>
  >
  export default rules
}

declare module 'virtual:addressed-filters' {
  /** The names of each list, with spaces between them. */
  const names: Partial<Record<import('./api/send/calls.ts').ListName, string>>
  export default names
}

declare module 'virtual:text-places' {
  const address: string
  export default address
}

declare module 'virtual:texts' {
  const addresses: Record<import('@artel/contract/shapes/primitives').Locale, string>
  export default addresses
}
