import { Check, ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { Button } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import { Header } from 'react-aria-components/Header'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { t } from '../../language/translate.ts'
import { classes } from './classes.ts'
import fields from './fields.module.css'
import type { Option } from './Segmented.tsx'

interface SelectFieldProps<T extends string> {
  label: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
}

/** A choice from a list, under a label; it renders only when its own choice changes. */
export const SelectField = memo(SelectFieldAlways) as typeof SelectFieldAlways

function SelectFieldAlways<T extends string>({ label, options, value, onChange }: SelectFieldProps<T>) {
  const groups = [...new Set(options.map(({ group }) => group))]
  const itemOf = (option: Option<T>) => (
    <ListBoxItem id={option.value} textValue={option.label} className={fields.item ?? ''}>
      <span>{option.label}</span>
      {option.value === value && <Check size={14} aria-hidden />}
    </ListBoxItem>
  )
  return (
    <Select
      className={fields.field ?? ''}
      selectedKey={value}
      isDisabled={options.length === 0}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.value === key)
        if (chosen) onChange(chosen.value)
      }}
    >
      <Label className={fields.label}>{label}</Label>
      <Button className={classes(fields.box, fields.trigger)}>
        <SelectValue className={fields.value ?? ''}>
          {({ selectedText }) => selectedText || (options.length === 0 ? '–' : t('Choose…'))}
        </SelectValue>
        <ChevronDown size={14} aria-hidden className={fields.chevron} />
      </Button>
      <Popover className={fields.popover ?? ''} offset={4}>
        {groups.length < 2 ? (
          <ListBox className={fields.list ?? ''} items={options}>
            {itemOf}
          </ListBox>
        ) : (
          <ListBox className={fields.list ?? ''}>
            {groups.map((group) => (
              <ListBoxSection key={group ?? ''} id={`group ${group ?? ''}`} {...(!group && { 'aria-label': label })}>
                {group && <Header className={fields.heading ?? ''}>{group}</Header>}
                <Collection items={options.filter((option) => option.group === group)}>{itemOf}</Collection>
              </ListBoxSection>
            ))}
          </ListBox>
        )}
      </Popover>
    </Select>
  )
}
