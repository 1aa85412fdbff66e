import 'react'

declare module 'react' {
  // A component hands its measures to its style sheet as custom properties.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
