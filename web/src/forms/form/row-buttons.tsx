import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import classes from '../fields/field-group.module.css'

type RowButtonProps = { label: string; isOff: boolean; onClick: () => void }

/** Removes its row from a group of fields. */
export function RemoveRow({ label, isOff, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      className={classes.remove ?? ''}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <IconTrash size={16} stroke={1.8} />
    </ActionIcon>
  )
}

/** Adds a row to a group of fields. */
export function AddRow({ label, isOff, onClick }: RowButtonProps) {
  return (
    <Button
      className={classes.add ?? ''}
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.8} />}
      disabled={isOff}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
