import classes from './spinner.module.css'

/** A turning ring in the colour of the text around it. `size` in CSS pixels. */
export function Spinner({ size }: { size: number }) {
  return <span className={classes.spinner} style={{ width: size, height: size, borderWidth: size / 8 }} />
}
