/** Property types of listings; words of a file that are not known become `other`. */
export const PROPERTY_TYPES = [
  'apartment',
  'house',
  'townhouse',
  'studio',
  'duplex',
  'penthouse',
  'room',
  'land',
  'office',
  'retail',
  'warehouse',
  'garage',
  'other',
] as const

const PROPERTY_WORDS: Readonly<Record<(typeof PROPERTY_TYPES)[number], string>> = {
  apartment:
    'apartment,apartments,apt,flat,flats,unit,units,u,condo,condominium,piso,pisos,departamento,apartamento,apartamentos,apto,appartement,wohnung,eigentumswohnung,etagenwohnung,appartamento,appartement,lagenhet,leilighed',
  house:
    'house,houses,h,detached,detached house,detached_house,single family,single_family,single family residential,villa,bungalow,cottage,casa,casas,chalet,chalets,casa o chalet,maison,haus,einfamilienhaus,huis,hus,casa de condominio,countryhouse,country house,finca',
  townhouse:
    'townhouse,townhouses,town house,t,terraced,terraced house,terrace,semi-detached,semidetached,semi detached,duplex house,row house,adosado,pareado,sobrado,reihenhaus,doppelhaushaelfte,rijtjeshuis',
  studio:
    'studio,studios,studio apartment,studio flat,bedsit,estudio,loft,kitnet,kitchenette,monolocale,einzimmerwohnung',
  duplex: 'duplex,duplexes,maisonette',
  penthouse: 'penthouse,penthouses,atico,cobertura,dachgeschosswohnung,attico',
  room: 'room,rooms,habitacion,quarto,chambre,zimmer,stanza',
  land: 'land,plot,lot,site,parcel,terreno,terrenos,solar,parcela,lote,terrain,grundstueck,grundstuck,vacant land',
  office:
    'office,offices,oficina,oficinas,escritorio,bureau,bureaux,buero,buro,ufficio,sala comercial,conjunto comercial',
  retail:
    'retail,shop,store,premises,commercial,local,local comercial,locales,loja,ponto comercial,commerce,laden,negozio',
  warehouse: 'warehouse,industrial,nave,nave industrial,galpao,galpon,entrepot,lager,halle',
  garage: 'garage,parking,garaje,plaza de garaje,vaga,trastero,box,storage,stellplatz',
  other: 'other,otro,outro,autre,sonstige,altro',
}

const OFFER_WORDS: Readonly<Record<'buy' | 'rent', string>> = {
  buy: 'buy,sale,sales,for sale,for_sale,sell,selling,s,venta,en venta,venda,a venda,vente,kauf,verkauf,vendita,koop,compra,comprar,resale',
  rent: 'rent,rental,rentals,for rent,for_rent,to rent,let,to let,to_let,letting,lease,leasing,r,alquiler,en alquiler,arriendo,renta,aluguel,aluguer,locacao,location,a louer,miete,vermietung,affitto,huur,long term rental',
}

/** A word in files, in lower case without accents, and its meaning. */
export interface ListingWord {
  readonly field: 'property_type' | 'ad_sub_type'
  readonly word: string
  readonly value: string
}

/** All known words, each once per field. */
export const LISTING_WORDS: readonly ListingWord[] = [
  ...wordsOf('property_type', PROPERTY_WORDS),
  ...wordsOf('ad_sub_type', OFFER_WORDS),
]

function wordsOf(field: ListingWord['field'], table: Readonly<Record<string, string>>): ListingWord[] {
  return Object.entries(table).flatMap(([value, words]) =>
    [...new Set(words.split(','))].map((word) => ({ field, word, value })),
  )
}
