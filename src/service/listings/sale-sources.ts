/** Sources whose rows are completed sales rather than offers, and the attribution that their licences ask for. */
export const SALE_SOURCES: ReadonlyMap<string, string> = new Map([
  ['dvf', 'Demandes de valeurs foncières géolocalisées (DGFiP, Etalab), Licence Ouverte 2.0'],
  [
    'uk-ppd',
    'Contains HM Land Registry data © Crown copyright and database right, licensed under the Open Government Licence v3.0',
  ],
  ['nyc-sales', 'NYC Department of Finance, annualized sales, through NYC Open Data'],
])
