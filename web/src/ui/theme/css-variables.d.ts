import 'react'

declare module 'react' {
  // A component passes measures to its style sheet as custom properties.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
