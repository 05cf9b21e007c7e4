import { useQueryClient } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Popover } from 'react-aria-components/Popover'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { SEARCH_MIN_CHARACTERS } from '../../contract/limits.ts'
import type { Place } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import { useIsPhone } from '../ui/device/use-media.ts'
import { placeName } from '../ui/words/place-name.ts'
import { chooseItem } from './choose-item.ts'
import { OpenWithResults } from './OpenWithResults.tsx'
import styles from './PlaceSearch.module.css'
import { type RecentPlace, recentPlaces } from './recent-places.ts'
import { SearchCountry } from './SearchCountry.tsx'
import { SearchResults } from './SearchResults.tsx'
import { placeWhere, type SearchItem } from './search-items.ts'
import { readTypedEarly } from './typed-early.ts'
import { useEnterChooses } from './use-enter-chooses.ts'
import { useSearch } from './use-search.ts'

/** The search for places by name, points by coordinates and cells by id; choosing a result goes there. */
export function PlaceSearch() {
  const client = useQueryClient()
  const [early] = useState(readTypedEarly)
  const [text, setText] = useState(early.text)
  const [recent, setRecent] = useState(recentPlaces.read)
  // Another tab may have added to them.
  useEffect(() => recentPlaces.follow(setRecent), [])
  // The field keeps the focus after a choice; recent places stay hidden until it is focused again.
  const [hasChosen, setHasChosen] = useState(false)
  const [chosen, setChosen] = useState<Place | RecentPlace | null>(null)
  const [country, setCountry] = useState<string | null>(null)
  const search = useSearch(text, country)
  const isPhone = useIsPhone()
  const closeList = useRef(() => {})
  const field = useRef<HTMLInputElement>(null)
  const around = useRef<HTMLElement>(null)
  // People who were typing before the page was ready keep the focus.
  useEffect(() => {
    if (early.hasFocus) field.current?.focus()
  }, [early])
  const recentItems = recent.map((place): SearchItem => ({ kind: 'recent', key: `recent:${place.geo_id}`, place }))
  const items = hasChosen ? [] : text.trim() !== '' ? search.items : recentItems
  const typeText = (typed: string) => {
    setText(typed)
    if (typed !== '') setHasChosen(false)
  }

  const choose = (key: unknown) => {
    const item = items.find((candidate) => candidate.key === key)
    if (!item) return
    // Emptied while it is open, or opened by the new text, the list would be announced as "0 options".
    closeList.current()
    setHasChosen(true)
    setChosen('place' in item ? item.place : null)
    requestAnimationFrame(() => typeText(item.kind === 'correction' ? item.text : ''))
    chooseItem(client, item)
    // A touch keyboard would cover the result. The list refocuses the field as it closes, so it is left one frame later, and
    // for the search around it: a page without a focus is read from its beginning. A correction is searched for in the field.
    if (isPhone && item.kind !== 'correction')
      requestAnimationFrame(() => around.current?.focus({ preventScroll: true }))
    setRecent(recentPlaces.read())
  }
  // Nothing to show yet; after a failure there is the way to try again.
  const isWaiting = search.isSearching && search.items.length === 0 && search.failure === null
  // The list also says that nothing was found.
  const saysNothing = text.trim().length >= SEARCH_MIN_CHARACTERS && !isWaiting
  const onEnter = useEnterChooses(
    text,
    { first: search.isGuess ? undefined : items[0]?.key, isSettled: !search.isSearching },
    choose,
  )

  return (
    <search
      ref={around}
      tabIndex={-1}
      aria-label={t('Search for a place')}
      data-tour="search"
      className={styles.search}
    >
      <ComboBox
        aria-label={t('Find a place')}
        items={items}
        inputValue={text}
        onInputChange={typeText}
        selectedKey={null}
        onBlur={() => setHasChosen(false)}
        onSelectionChange={choose}
        defaultFilter={() => true}
        // An empty list would open for a moment, and a screen reader would say "0 options".
        menuTrigger={items.length > 0 ? 'focus' : 'input'}
        allowsCustomValue
        allowsEmptyCollection={saysNothing}
      >
        <OpenWithResults
          text={text.trim()}
          isReady={!search.isSearching && (items.length > 0 || saysNothing)}
          close={closeList}
        />
        <Group className={styles.box ?? ''} onKeyDownCapture={onEnter}>
          <Search size={16} aria-hidden className={styles.glass} />
          <Input
            ref={field}
            className={styles.input ?? ''}
            placeholder={t('Find a place, e.g. Gràcia')}
            spellCheck={false}
          />
          <span role="status">{isWaiting && <span className={styles.waiting}>{t('Searching…')}</span>}</span>
          {text !== '' && (
            <Button
              slot={null}
              aria-label={t('Clear search')}
              className={styles.clear ?? ''}
              onPress={() => setText('')}
            >
              <X size={14} aria-hidden />
            </Button>
          )}
        </Group>
        <Popover className={styles.popover ?? ''} offset={6} placement="bottom start" containerPadding={8}>
          <SearchResults search={search} isTextEmpty={text.trim() === ''} />
        </Popover>
      </ComboBox>
      <PlaceVoice chosen={chosen} />
      <SearchCountry country={country} onChange={setCountry} />
    </search>
  )
}

/** Speaks the place that was chosen and is open: the focus stays in the field. One that is compared is spoken as an area. */
function PlaceVoice({ chosen }: { chosen: Place | RecentPlace | null }) {
  const open = useAddress((address) => address.place)
  return (
    <VisuallyHidden role="status" data-testid="place-voice">
      {chosen !== null && chosen.geo_id === open && `${placeName(chosen)}, ${placeWhere(chosen)}.`}
    </VisuallyHidden>
  )
}
