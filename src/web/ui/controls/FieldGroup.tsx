import type { ReactNode } from 'react'
import fields from './fields.module.css'

/** Several controls under one name. */
export function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={fields.group}>
      <legend className={fields.groupName}>{name}</legend>
      {children}
    </fieldset>
  )
}
