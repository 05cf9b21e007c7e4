import { t } from '../language/translate.ts'

/** The labels that services usually give to filters and their values. */
const KNOWN: Readonly<Record<string, () => string>> = {
  Offer: () => t('Offer'),
  'For sale': () => t('For sale'),
  'To rent': () => t('To rent'),
  'Property type': () => t('Property type'),
  Apartment: () => t('Apartment'),
  House: () => t('House'),
  Townhouse: () => t('Townhouse'),
  Studio: () => t('Studio'),
  Duplex: () => t('Duplex'),
  Penthouse: () => t('Penthouse'),
  Land: () => t('Plot of land'),
  Office: () => t('Office'),
  Retail: () => t('Shop'),
  Rooms: () => t('Rooms'),
  '5 or more': () => t('5 or more'),
  Price: () => t('Price'),
  'Lowest price': () => t('Lowest price'),
  'Highest price': () => t('Highest price'),
  // The interface's own names, where a service gives them no labels.
  'Ad sub type': () => t('Offer'),
  Buy: () => t('For sale'),
  Rent: () => t('To rent'),
  'Min price usd': () => t('Lowest price'),
  'Max price usd': () => t('Highest price'),
  // Flags, which have no labels.
  Yes: () => t('Yes'),
  No: () => t('No'),
}

/** Returns an offer that the service does not list, by the interface's own names. */
export function offerWords(value: string): string {
  if (value === 'buy') return t('For sale')
  return value === 'rent' ? t('To rent') : withValueWords(t('Offer'), value)
}

/** Returns a filter with its value: `Rooms: 2`. */
export function withValueWords(filter: string, value: string): string {
  return t('{filter}: {value}', { filter, value })
}

/** Returns a service's label in the page's language where the label is a usual one; any other as it came. */
export function filterWord(label: string): string {
  return Object.hasOwn(KNOWN, label) ? (KNOWN[label]?.() ?? label) : label
}
