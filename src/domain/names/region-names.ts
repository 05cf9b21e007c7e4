import { foldName } from './fold-name.ts'

/**
 * Names of large regions in the languages of the page and in their own, and short forms. A service may list a region
 * under any of its names; gazetteers of towns do not have them. By country, lower-case alpha-2.
 */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  es: [
    'Andalucía, Andalusia, Andalousie, Andalusien',
    'Aragón, Aragon, Aragonien, Comunidad de Aragón',
    'Asturias, Asturies, Asturien, Principado de Asturias',
    'Canarias, Islas Canarias, Canary Islands, Canaries, Îles Canaries, Kanaren, Kanarische Inseln',
    'Cantabria, Cantabrie, Kantabrien',
    'Castilla y León, Castile and León, Castille-et-León, Kastilien und León, Kastilien-León',
    'Castilla-La Mancha, Castile-La Mancha, Castille-La Manche, Kastilien-La Mancha',
    'Cataluña, Catalunya, Catalonia, Catalogne, Katalonien',
    'Comunidad de Madrid, Community of Madrid, Communauté de Madrid, Autonome Gemeinschaft Madrid',
    'Comunitat Valenciana, Comunidad Valenciana, Valencian Community, Communauté valencienne, Valencianische Gemeinschaft',
    'Extremadura, Estremadura, Estrémadure',
    'Galicia, Galiza, Galice, Galicien',
    'Illes Balears, Islas Baleares, Baleares, Balearic Islands, Balearics, Îles Baléares, Baléares, Balearen, Balearische Inseln',
    'Navarra, Nafarroa, Navarre, Comunidad Foral de Navarra',
    'País Vasco, Euskadi, Basque Country, Pays basque, Baskenland',
    'Región de Murcia, Region of Murcia, Région de Murcie, Region Murcia',
  ],
  fr: [
    'Auvergne-Rhône-Alpes, Auvernia-Ródano-Alpes',
    'Bourgogne-Franche-Comté, Burgundy-Franche-Comté, Borgoña-Franco Condado, Burgund-Franche-Comté',
    'Bretagne, Brittany, Bretaña',
    'Centre-Val de Loire, Centro-Valle del Loira, Zentrum-Tal der Loire',
    'Corse, Corsica, Córcega, Korsika',
    'Grand Est, Gran Este',
    'Île-de-France, Isla de Francia, Paris Region, Région parisienne',
    'Normandie, Normandy, Normandía',
    'Nouvelle-Aquitaine, New Aquitaine, Nueva Aquitania, Neu-Aquitanien',
    'Occitanie, Occitania, Occitània, Okzitanien',
    'Pays de la Loire, Loire Countries, Países del Loira, Länder der Loire',
    "Provence-Alpes-Côte d'Azur, Provenza-Alpes-Costa Azul, PACA",
  ],
  de: [
    'Baden-Württemberg, Bade-Wurtemberg, Baden-Wurtemberg',
    'Bayern, Bavaria, Bavière, Baviera',
    'Brandenburg, Brandebourg, Brandeburgo',
    'Hessen, Hesse',
    'Mecklenburg-Vorpommern, Mecklenburg-Western Pomerania, Mecklembourg-Poméranie-Occidentale, Mecklemburgo-Pomerania Occidental',
    'Niedersachsen, Lower Saxony, Basse-Saxe, Baja Sajonia',
    'Nordrhein-Westfalen, North Rhine-Westphalia, Rhénanie-du-Nord-Westphalie, Renania del Norte-Westfalia, NRW',
    'Rheinland-Pfalz, Rhineland-Palatinate, Rhénanie-Palatinat, Renania-Palatinado',
    'Saarland, Sarre',
    'Sachsen, Saxony, Saxe, Sajonia',
    'Sachsen-Anhalt, Saxony-Anhalt, Saxe-Anhalt, Sajonia-Anhalt',
    'Thüringen, Thuringia, Thuringe, Turingia',
  ],
  gb: [
    'England, Angleterre, Inglaterra',
    'Scotland, Écosse, Escocia, Schottland',
    'Wales, Cymru, Pays de Galles, Gales, País de Gales',
    'Northern Ireland, Irlande du Nord, Irlanda del Norte, Nordirland',
  ],
  us: [
    'California, Californie, Kalifornien',
    'Florida, Floride',
    'Georgia, Géorgie',
    'Hawaii, Hawái, Hawaï',
    'Louisiana, Louisiane, Luisiana',
    'New Mexico, Nouveau-Mexique, Nuevo México, Neumexiko',
    'New York, État de New York, Nueva York, New York State',
    'North Carolina, Caroline du Nord, Carolina del Norte',
    'North Dakota, Dakota du Nord, Dakota del Norte',
    'Pennsylvania, Pennsylvanie, Pensilvania, Pennsylvanien',
    'South Carolina, Caroline du Sud, Carolina del Sur',
    'South Dakota, Dakota du Sud, Dakota del Sur',
    'Texas, Tejas',
    'Virginia, Virginie',
    'West Virginia, Virginie-Occidentale, Virginia Occidental',
  ],
  au: [
    'New South Wales, Nouvelle-Galles du Sud, Nueva Gales del Sur, Neusüdwales, NSW',
    'South Australia, Australie-Méridionale, Australia Meridional, Südaustralien',
    'Tasmania, Tasmanie, Tasmanien',
    'Western Australia, Australie-Occidentale, Australia Occidental, Westaustralien',
  ],
  it: [
    'Abruzzo, Abruzzes, Abruzos, Abruzzen',
    'Calabria, Calabre, Kalabrien',
    'Campania, Campanie, Kampanien',
    'Emilia-Romagna, Émilie-Romagne, Emilia-Romaña',
    'Friuli-Venezia Giulia, Frioul-Vénétie Julienne, Friuli-Venecia Julia, Friaul-Julisch Venetien',
    'Lazio, Latium, Lacio',
    'Liguria, Ligurie, Ligurien',
    'Lombardia, Lombardy, Lombardie, Lombardía, Lombardei',
    'Marche, Marches, Las Marcas, Marken',
    'Piemonte, Piedmont, Piémont, Piamonte, Piemont',
    'Puglia, Apulia, Pouilles, Apulien',
    'Sardegna, Sardinia, Sardaigne, Cerdeña, Sardinien',
    'Sicilia, Sicily, Sicile, Sizilien',
    'Toscana, Tuscany, Toscane, Toskana',
    'Trentino-Alto Adige, Trentino-South Tyrol, Trentin-Haut-Adige, Trentino-Alto Adigio, Trentino-Südtirol',
    'Umbria, Ombrie, Umbrien',
    "Valle d'Aosta, Aosta Valley, Vallée d'Aoste, Valle de Aosta, Aostatal",
    'Veneto, Vénétie, Véneto, Venetien',
  ],
  at: [
    'Kärnten, Carinthia, Carinthie, Carintia',
    'Niederösterreich, Lower Austria, Basse-Autriche, Baja Austria',
    'Oberösterreich, Upper Austria, Haute-Autriche, Alta Austria',
    'Steiermark, Styria, Styrie, Estiria',
    'Tirol, Tyrol',
  ],
  be: [
    'Vlaanderen, Flanders, Flandre, Flandes, Flandern, Vlaams Gewest',
    'Wallonie, Wallonia, Valonia, Wallonien, Région wallonne',
  ],
  nl: [
    'Noord-Brabant, North Brabant, Brabant-Septentrional, Brabante Septentrional, Nordbrabant',
    'Noord-Holland, North Holland, Hollande-Septentrionale, Holanda Septentrional, Nordholland',
    'Zuid-Holland, South Holland, Hollande-Méridionale, Holanda Meridional, Südholland',
  ],
  pt: ['Açores, Azores, Azoren', 'Madeira, Madère'],
}

/** A region with all of its names, folded. `country` is alpha-2. */
interface RegionNames {
  readonly country: string
  readonly names: readonly string[]
}

let byName: ReadonlyMap<string, readonly RegionNames[]> | null = null

/** Returns the regions with a folded name in any language. */
export function regionsCalled(name: string): readonly RegionNames[] {
  byName ??= indexRegions()
  return byName.get(name) ?? []
}

/** Returns all names of a region from one of them, folded; none where it has only that one. `country` is alpha-2. */
export function namesOfRegion(country: string, name: string): readonly string[] {
  return regionsCalled(foldName(name)).find((region) => region.country === country)?.names ?? []
}

function indexRegions(): ReadonlyMap<string, readonly RegionNames[]> {
  const index = new Map<string, RegionNames[]>()
  for (const [country, regions] of Object.entries(REGIONS)) {
    for (const line of regions) {
      const names = [...new Set(line.split(', ').map(foldName))]
      for (const name of names) index.set(name, [...(index.get(name) ?? []), { country, names }])
    }
  }
  return index
}
