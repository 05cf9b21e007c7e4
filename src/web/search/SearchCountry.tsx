import { useQuery } from '@tanstack/react-query'
import { Check, Globe } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { coverageOptions } from '../free/coverage.ts'
import { collator } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { classes } from '../ui/controls/classes.ts'
import fields from '../ui/controls/fields.module.css'
import { countryName } from '../ui/words/place-name.ts'
import styles from './PlaceSearch.module.css'

interface SearchCountryProps {
  /** Lower-case alpha-2, or null for all countries. */
  country: string | null
  onChange: (country: string | null) => void
}

const EVERYWHERE = 'everywhere'

/** Chooses the country to search in; absent where a service has places in one country only. */
export function SearchCountry({ country, onChange }: SearchCountryProps) {
  const markets = useQuery(coverageOptions).data?.countries ?? []
  const searchable = [...new Set(markets.filter(({ searchable }) => searchable !== false).map((each) => each.country))]
  if (searchable.length < 2) return null
  const { compare } = collator({})
  const countries = searchable
    .map((code) => ({ id: code, name: countryName(code) }))
    .sort((a, b) => compare(a.name, b.name))
  const options = [{ id: EVERYWHERE, name: t('All countries') }, ...countries]
  const chosen = country ?? EVERYWHERE
  return (
    <Select
      className={styles.countries ?? ''}
      aria-label={t('Country of the search')}
      selectedKey={chosen}
      onSelectionChange={(key) => onChange(key === EVERYWHERE ? null : String(key))}
    >
      <Button className={classes(styles.clear, country !== null && styles.country)}>
        {country === null ? <Globe size={15} aria-hidden /> : <span aria-hidden>{country.toUpperCase()}</span>}
        <SelectValue className={styles.spoken ?? ''}>{({ selectedText }) => selectedText}</SelectValue>
      </Button>
      <Popover className={fields.popover ?? ''} offset={8} placement="bottom end">
        <ListBox className={fields.list ?? ''} items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.name} className={fields.item ?? ''}>
              <span>{option.name}</span>
              {option.id === chosen && <Check size={14} aria-hidden />}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
