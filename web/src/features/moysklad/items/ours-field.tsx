import type { MoySkladKind } from '@artel/contract/moysklad/moysklad.line'
import { useState } from 'react'
import { PersonField, SelectField } from '../../../forms/choices/choice-fields.tsx'
import { useLegalEntityOptions } from '../../../forms/choices/use-legal-entity-options.ts'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { ProductField, useProducts } from '../../products/products.tsx'
import { usePeople } from '../../users/users.tsx'

type Ours = { id: number; title: string }

type OursFieldProps = {
  kind: MoySkladKind
  label: string
  isBusy: boolean
  onChoose: (ours: Ours) => void
}

/** Picks any record of the kind by name. The choice is the decision. */
export function OursField({ kind, ...props }: OursFieldProps) {
  if (kind === 'product') return <OneProduct {...props} />
  if (kind === 'employee') return <OnePerson {...props} />
  return kind === 'store' ? <OneWarehouse {...props} /> : <OneLegalEntity {...props} />
}

type FieldProps = Omit<OursFieldProps, 'kind'>

const unbound = { name: 'ours', value: null, error: undefined }

function OneProduct({ label, isBusy, onChoose }: FieldProps) {
  const [search, setSearch] = useState('')
  const products = useProducts(search, null)
  const choose = (id: number | null) => {
    const product = products.find((one) => one.id === id)
    if (product) onChoose({ id: product.id, title: product.name })
  }
  return (
    <ProductField
      {...unbound}
      label={label}
      disabled={isBusy}
      products={products}
      onSearch={setSearch}
      onChange={choose}
    />
  )
}

function OnePerson({ label, isBusy, onChoose }: FieldProps) {
  const [search, setSearch] = useState('')
  const people = usePeople(search, null)
  const choose = (id: number | null) => {
    const person = people.find((one) => one.id === id)
    if (person) onChoose({ id: person.id, title: person.full_name })
  }
  return (
    <PersonField
      {...unbound}
      label={label}
      disabled={isBusy}
      people={people}
      onSearch={setSearch}
      onChange={choose}
    />
  )
}

function OneWarehouse(props: FieldProps) {
  return <OneOf {...props} options={useWarehouseOptions()} />
}

function OneLegalEntity(props: FieldProps) {
  return <OneOf {...props} options={useLegalEntityOptions()} />
}

type OneOfProps = FieldProps & { options: readonly { value: number; label: string }[] }

function OneOf({ label, isBusy, onChoose, options }: OneOfProps) {
  const choose = (id: number | null) => {
    const option = options.find(({ value }) => value === id)
    if (option) onChoose({ id: option.value, title: option.label })
  }
  return <SelectField {...unbound} label={label} disabled={isBusy} options={options} onChange={choose} />
}
