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
export type PropertyType = (typeof PROPERTY_TYPES)[number]

/**
 * Words for property types in the values of files, in English, Spanish, Portuguese, French, German, Italian, Dutch,
 * Polish, Czech, Romanian, Turkish, Catalan, Swedish, Norwegian and Danish, as the portals and registers write them that column-names.ts names.
 */
export const PROPERTY_WORDS: Readonly<Record<PropertyType, string>> = {
  apartment:
    'apartment,apartments,apt,appt,flat,flats,unit,units,u,condo,condos,condominium,co-op,coop,piso,pisos,departamento,departamentos,depto,dpto,apartamento,apartamentos,apto,ap,planta baja,planta baixa,bajo,bajos,baixos,entresuelo,entresòl,rez-de-jardin,terrassenwohnung,andar,andar moradia,appartement,appartements,wohnung,wohnungen,eigentumswohnung,etagenwohnung,erdgeschosswohnung,hochparterre,souterrain,mietwohnung,appartamento,appartamenti,bilocale,trilocale,quadrilocale,plurilocale,bovenwoning,benedenwoning,portiekflat,galerijflat,tussenverdieping,etage,mieszkanie,mieszkania,apartament,apartamente,apartamentowiec,byt,byty,bytova jednotka,apartman,daire,konut,rezidans,residence,pis,pisos,apartament,lagenhet,leilighed,leilighet,lägenhet,bostadsrätt,bostadsrättslägenhet,ägarlägenhet,blokkleilighet,selveierleilighet,ejerlejlighed,lejlighed,andelsbolig,etagelejlighed',
  house:
    'house,houses,h,detached,detached house,detached_house,single family,single_family,single family residential,single family home,single family residence,single family residences,single family dwelling,single family detached,sfr,villa,villas,bungalow,cottage,casa,casas,casa indipendente,ferme,château,herenhuis,yazlık,mobile home,multi-family,multi family,chalet,chalets,casa o chalet,casa rural,casa de pueblo,moradia,moradias,vivenda,quinta,maison,maisons,pavillon,haus,häuser,einfamilienhaus,mehrfamilienhaus,zweifamilienhaus,landhaus,huis,huizen,woonhuis,eengezinswoning,vrijstaande woning,vrijstaand,vrijstaand huis,woning,hus,casa de condominio,casa de condomínio,casa em condominio,countryhouse,country house,finca,masia,torre,dom,domy,dom wolnostojący,dom jednorodzinny,willa,rodinný dům,rodinne domy,dům,domek,vila,chalupa,chata,case,casă,casă / vilă,vilă,ev,müstakil ev,müstakil,yalı,köşk,casa aïllada,xalet,rustico,casale,terratetto,villetta,enebolig,småhus,fritidshus,fritidsbolig,hytte,sommerhus,parcelhus,tomannsbolig',
  townhouse:
    'townhouse,mews,mews house,townhouses,town house,t,terraced,terraced house,terrace,end terrace,mid terrace,semi-detached,semi-detached house,semidetached,semi detached,semi,duplex house,row house,rowhouse,adosado,adosada,casa adosada,pareado,casa pareada,casa geminada,moradia geminada,moradia em banda,sobrado,maison mitoyenne,maison de ville,reihenhaus,reihenmittelhaus,reiheneckhaus,reihenendhaus,doppelhaushälfte,doppelhaus,villa a schiera,villetta a schiera,villa bifamiliare,rijtjeshuis,rijwoning,tussenwoning,hoekwoning,twee-onder-een-kap,2-onder-1-kapwoning,bliźniak,szeregowiec,dom w zabudowie szeregowej,dom w zabudowie bliźniaczej,segment,řadový dům,řadovka,dvojdům,duplex / triplex,casă înșiruită,casă tip duplex,sıra ev,ikiz villa,casa adossada,radhus,kedjehus,parhus,rekkehus,rækkehus,kjedehus',
  studio:
    'studio,studios,studio apartment,studio flat,bedsit,estudio,estudios,estúdio,monoambiente,loft,lofts,kitnet,kitinete,kitchenette,quitinete,t0,monolocale,monolocali,einzimmerwohnung,einzimmer,1-zimmer-wohnung,kawalerka,kawalerki,garsonka,garsonka 1+kk,garsoniera,garsonieră,stüdyo,stüdyo daire,1+0,estudi,ettrumslägenhet,hybel',
  duplex:
    'duplex,dúplex,duplexes,maisonette,maisonettes,souplex,triplex,maisonettewohnung,maisonnette,appartamento su due livelli,dwupoziomowe,mieszkanie dwupoziomowe,mezonet,mezonetový byt,dubleks,dupleks,ters dubleks',
  penthouse:
    'penthouse,penthouses,ático,aticos,sobreático,cobertura,coberturas,dachgeschosswohnung,dachgeschoss,attico,mansarda,àtic,sobreàtic,çatı dubleksi,çatı katı,střešní byt,dernier étage',
  room: 'room,rooms,private room,shared room,habitación,habitaciones,quarto,chambre,chambre meublée,zimmer,wg-zimmer,stanza,posto letto,kamer,pokój,pokoje na wynajem,pokoj,cameră,oda,habitació,colocation,bofællesskab,værelse,inneboende',
  land: 'land,plot,plots,lot,site,parcel,terreno,terrenos,solar,parcela,lote,lotes,terrain,terrains,terrain à bâtir,grundstück,baugrundstück,terreno edificabile,terreno agricolo,bouwgrond,kavel,perceel,działka,działki,grunt,pozemek,pozemky,teren,terenuri,arsa,tarla,terreny,vacant land,farm land,tomt,tomter,grund,helårsgrund,fritidsgrund',
  office:
    'office,offices,oficina,oficinas,escritorio,escritório,bureau,bureaux,büro,büros,buero,ufficio,uffici,kantoor,kantoorruimte,biuro,lokal biurowy,kancelář,kanceláře,birou,birouri,spațiu de birouri,ofis,büro / ofis,despatx,sala comercial,conjunto comercial',
  retail:
    'retail,shop,shops,store,premises,commercial,commercial property,local,local comercial,locales,loja,ponto comercial,commerce,local commercial,local industriel. commercial ou assimilé,fonds de commerce,laden,ladenlokal,einzelhandel,negozio,negozi,locale commerciale,winkel,winkelruimte,bedrijfsruimte,lokal użytkowy,lokal,lokale użytkowe,obchod,obchodní prostor,spațiu comercial,dükkan,mağaza,işyeri',
  warehouse:
    'warehouse,warehouses,industrial,nave,naves,nave industrial,galpão,galpón,armazém,entrepôt,lager,halle,hallen,magazzino,capannone,loods,bedrijfshal,magazyn,hala,hala magazynowa,sklad,skladové prostory,hală,spațiu industrial,depo,fabrika,nau,nau industrial',
  garage:
    'garage,garages,parking,parking space,garaje,garajes,cochera,cocheras,plaza de garaje,vaga,vaga de garagem,garagem,trastero,box,box auto,posto auto,storage,stellplatz,tiefgarage,tiefgaragenstellplatz,dépendance,parkeerplaats,garaż,miejsce postojowe,garáž,garážové stání,garaj,loc de parcare,otopark,plaça d’aparcament,pàrquing',
  other:
    'other,others,otro,otros,outro,outros,autre,autres,sonstige,altro,overig,inne,inny,ostatní,alta,altele,diğer,altres,building,buildings,apartment building,block of flats,block of apartments,edificio,edificios,prédio,immeuble,gebäude,palazzo,palazzina,stabile,gebouw,kamienica,budynek,činžovní dům,bloc,bina,edifici,farm,ranch,hotel,multi family,multi-family,multifamily,övrigt,annet,andet,gård,flerfamiljshus',
}

/**
 * Whether a listing is for sale, for rent by the month, or for shorter stays or a share of the ownership, whose prices are
 * of other kinds.
 */
export type OfferMeaning = 'buy' | 'rent' | 'short_let' | 'share'

/** Words for offers, in the same languages. */
export const OFFER_WORDS: Readonly<Record<OfferMeaning, string>> = {
  buy: 'buy,sale,sales,for sale,for_sale,sell,sold,selling,s,resale,venta,en venta,vender,venda,a venda,à venda,vendas,vente,vendu,à vendre,a vendre,achat,acheter,kauf,kaufen,verkauf,zum kauf,zu verkaufen,vendita,in vendita,compravendita,acquisto,koop,te koop,kopen,verkocht,compra,comprar,sprzedaż,na sprzedaż,sprzedam,kupno,prodej,na prodej,koupě,prodám,vânzare,de vânzare,vand,vând,cumpărare,satılık,satış,satilik,compravenda,en venda,till salu,såld,salg,til salgs,solgt,til salg,försäljning,kjøp,køb',
  rent: 'rent,rental,rentals,for rent,for_rent,to rent,let,lets,to let,to_let,letting,lease,leasing,for lease,r,long term rental,long let,pcm,alquiler,en alquiler,alquilar,arriendo,arrendamiento,renta,aluguel,aluguer,arrendamento,arrendar,para arrendar,locação,locacao,alugar,location,locations,à louer,a louer,louer,loué,miete,mieten,zu vermieten,zur miete,vermietung,affitto,in affitto,affitti,locazione,huur,te huur,huren,verhuur,wynajem,na wynajem,do wynajęcia,wynajmę,pronájem,k pronájmu,pronajem,podnájem,închiriere,de închiriat,închirieri,inchiriere,kiralık,kira,kiralik,lloguer,en lloguer,de lloguer,uthyres,hyra,att hyra,till uthyrning,til leie,utleie,til leje,udlejning',
  short_let:
    'short let,short lets,short term,short term rental,short-term rental,holiday let,holiday rental,vacation rental,nightly,daily,daily rental,per night,alquiler temporal,alquiler vacacional,alquiler turístico,vacacional,temporal,temporada,aluguel por temporada,arrendamento de férias,alojamento local,location saisonnière,location de vacances,saisonnier,kurzzeitmiete,ferienwohnung,ferienhaus,kurzzeit,affitto breve,affitti brevi,affitto turistico,casa vacanza,vakantieverhuur,vakantiewoning,wynajem krótkoterminowy,na doby,krátkodobý pronájem,regim hotelier,închiriere pe termen scurt,günlük kiralık,turistik günlük kiralık,turistik kiralık,lloguer turístic,lloguer de temporada',
  share:
    'shared ownership,part ownership,fractional ownership,part buy,part buy part rent,part rent part buy,timeshare,time share,bare ownership,usufruct,life estate,nuda propiedad,usufructo,multipropiedad,proindiviso,nua propriedade,usufruto,multipropriedade,nue propriété,usufruit,multipropriété,nießbrauch,teileigentumsanteil,miteigentumsanteil,teilverkauf,nuda proprietà,usufrutto,multiproprietà,quota di proprietà,blote eigendom,vruchtgebruik,udział,udział w nieruchomości,spoluvlastnický podíl,podíl,podílu,prodej podílu,cotă parte,cotă indiviză,nudă proprietate,nuda propietat,usdefruit',
}
