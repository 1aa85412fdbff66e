import { Modal, type ModalProps } from '@mantine/core'
import classes from './full-screen-dialog.module.css'

/** A dialog for a long task, which takes the whole screen. */
export function FullScreenDialog(props: ModalProps) {
  return (
    <Modal
      {...props}
      fullScreen
      radius={0}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    />
  )
}
