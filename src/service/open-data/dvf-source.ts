import type { OpenSource } from './open-source.ts'

/** Départements with a land register of their own, and Mayotte: the tax administration has no sales of them. */
const WITHOUT: ReadonlySet<string> = new Set(['57', '67', '68', '976'])
const DEPARTEMENTS: ReadonlySet<string> = new Set([
  ...Array.from({ length: 95 }, (_, i) => String(i + 1).padStart(2, '0')).filter((code) => code !== '20'),
  ...['2A', '2B', '971', '972', '973', '974', '976'],
])
/** The published window: this year and the five before it, as far as they are published. */
const YEARS_BACK = 5

/** France's transactions, by département and year, as geo-dvf publishes them every April and October. */
export const DVF_SOURCE: OpenSource = {
  name: 'dvf',
  title: 'Demandes de valeurs foncières géolocalisées (DGFiP, Etalab), Licence Ouverte 2.0',
  address: 'https://files.data.gouv.fr/geo-dvf/latest/csv/',
  preset: 'dvf',
  begins: 'id_mutation,date_mutation,',
  areas: 'départements such as 75, 2A or 974',
  years: (today) => ({ first: today.getUTCFullYear() - YEARS_BACK, last: today.getUTCFullYear() }),
  files: (areas, years) =>
    areas.map(departement).flatMap((code) =>
      years.map((year) => ({
        path: `${year}/departements/${code}.csv.gz`,
        name: `dvf-${code}-${year}.csv.gz`,
        title: `${code} in ${year}`,
      })),
    ),
}

function departement(text: string): string {
  const code = text.toUpperCase().padStart(2, '0')
  if (WITHOUT.has(code)) {
    throw new Error(
      `département ${code} is not in DVF: Bas-Rhin, Haut-Rhin and Moselle keep land registers of their own, and Mayotte has none`,
    )
  }
  if (DEPARTEMENTS.has(code)) return code
  throw new Error(`département "${text}" should be one from 01 to 95, 2A, 2B or 971 to 974`)
}
