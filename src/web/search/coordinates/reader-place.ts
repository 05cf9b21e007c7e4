import { foldName } from '../../../domain/names/fold-name.ts'

/** What people type for the place where they are, folded, in the languages of the page. The page does not know that place. */
const PHRASES = new Set(
  `near me|nearby me|around me|close to me|my location|my position|current location|where am i|where i am
in meiner nahe|in meiner naehe|in der nahe|in der naehe|in meiner umgebung|um mich herum|mein standort|meine position|wo bin ich
cerca de mi|cerca de aqui|alrededor de mi|mi ubicacion|ubicacion actual|mi posicion|donde estoy
autour de moi|pres de moi|pres d ici|pres dici|a proximite|ma position|ma localisation|position actuelle|ou suis je`.split(
    /[|\n]/,
  ),
)

/** Whether a text asks for the place where its reader is, and names none. */
export function isReaderPlace(text: string): boolean {
  return PHRASES.has(foldName(text))
}
