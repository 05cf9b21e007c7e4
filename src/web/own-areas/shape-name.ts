import { cleanName } from '../state/address/area-list.ts'

/** Fields that name a shape, best first. */
const NAMES = [
  ...['name', 'title', 'titel', 'titre', 'título', 'titulo', 'label', 'nombre', 'nom', 'nome', 'bezeichnung'],
  ...['address', 'adresse', 'dirección', 'direccion'],
]
/** Other ways in which publishers of boundaries spell it: `name_en`, `NAMEUNIT`, `LAU_NAME`, `BoroName`, `nom_commune`, `LSOA21NM`, `GEN`. */
const LIKE_NAMES = /^(name|nom)|name$|\d\dnm$|^gen$/
/** A name in Spanish, but a number in French: `nombre_pieces`. */
const COUNT = /^nombre/
const DIGITS = /^\d+$/
/** What kind of place it is, the smallest first: a list of quarters has the same town in each row. */
const KINDS = [
  /^(barrio|barri|bairro|quartier|quartiere|neighbou?rhood|stadtteil|ortsteil|stadtviertel|viertel|wijk|buurt)$/,
  /^(distrito|districte|district|bezirk|stadtbezirk|arrondissement|borough|ward)$/,
  /^(municipio|municipi|município|concelho|gemeinde|commune|comune|municipality|parish|parroquia)$/,
  /^(población|poblacion|localidad|ciudad|cidade|ciutat|city|town|ville|stadt|ort|città|place|lugar|lieu)$/,
]

interface Field {
  readonly key: string
  readonly words: string
}

/** Which field names a shape, best first. */
const WANTED: readonly ((field: Field) => boolean)[] = [
  ...NAMES.map((name) => (field: Field) => field.key === name),
  ({ key, words }) => LIKE_NAMES.test(key) && !(COUNT.test(key) && DIGITS.test(words)),
  ...KINDS.map((kind) => (field: Field) => kind.test(field.key)),
  ({ key }) => key === 'id',
]

/** Names a shape by its fields, or by its id; null where neither names it. */
export function nameOfFields(fields: readonly (readonly [key: string, value: unknown])[], id?: unknown): string | null {
  const known = fields.flatMap(([key, value]): Field[] => {
    const words = wordsOf(value)
    return words === null ? [] : [{ key: key.normalize('NFC').toLowerCase(), words }]
  })
  for (const isWanted of WANTED) {
    const found = known.find(isWanted)
    if (found) return found.words
  }
  return wordsOf(id)
}

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? cleanName(String(value)) : null
}
