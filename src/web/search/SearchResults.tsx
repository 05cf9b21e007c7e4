import type { MouseEvent } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { classes } from '../ui/controls/classes.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import styles from './PlaceSearch.module.css'
import { SearchItemLine } from './SearchItemLine.tsx'
import { itemText, type SearchItem } from './search-items.ts'
import type { SearchState } from './use-search.ts'

/** The list below the search field, with what there is to say about it; its items are those of the field around it. */
export function SearchResults({ search, isTextEmpty }: { search: SearchState; isTextEmpty: boolean }) {
  const records = useRecordWord()
  return (
    <section aria-label={t('Search results')} onMouseDown={keepFocusInField}>
      <ResultNote search={search} isEmpty={isTextEmpty} />
      <ListBox<SearchItem>
        aria-label={t('Places found')}
        className={classes(styles.list, search.isSearching && styles.behind)}
        renderEmptyState={() => <EmptyLine search={search} />}
      >
        {(item) => (
          <ListBoxItem id={item.key} textValue={itemText(item, records)} className={styles.item ?? ''}>
            <SearchItemLine item={item} />
          </ListBoxItem>
        )}
      </ListBox>
    </section>
  )
}

/** Keeps the list open when a note in it is pressed, such as the one shown until results arrive. */
function keepFocusInField(event: MouseEvent): void {
  event.preventDefault()
}

function ResultNote({ search, isEmpty }: { search: SearchState; isEmpty: boolean }) {
  if (isEmpty) return <p className={styles.note}>{t('Recent')}</p>
  if (search.failure !== null) {
    return (
      <div className={styles.failure}>
        <FailureNotice error={search.failure} onRetry={search.retry} isRetrying={search.isRetrying} />
      </div>
    )
  }
  return search.note === null || search.items.length === 0 ? null : <p className={styles.note}>{search.note}</p>
}

function EmptyLine({ search }: { search: SearchState }) {
  if (search.failure !== null) return null
  return <p className={styles.note}>{search.note}</p>
}
