/** Units of area, in m², and how people write them; where a word has several sizes (marla, bigha), it is left out. */
const UNITS: readonly (readonly [squareMetres: number, words: string])[] = [
  [
    1,
    'm2,m²,m˛,㎡,m^2,mq,qm,sqm,sm,sqmt,sqmtr,sqmeter,sqmeters,sqmetre,sqmetres,squaremeter,squaremeters,squaremetre,' +
      'squaremetres,meterssquared,metressquared,meter,meters,metre,metres,m,mtk,mp,mtp,metripatrati,metripătrați,kvm,kvadratmeter,mts2,mts,mt2,' +
      'metros,metros2,metroscuadrados,metrosquadrados,metresquadrats,mètrescarrés,metrescarres,metriquadri,metriquadrati,' +
      'quadratmeter,vierkantemeter,mkw,metrykwadratowe,metrůčtverečních,metrekare,м2,м²,квм,τμ,م²,م2,' +
      '平米,平方米,平方公尺,ตรม,ตารางเมตร,제곱미터,מ"ר,מ״ר,מר,' +
      'مترمربع,أمتارمربعة,متر,კვმ,მ²,მ2,քմ,մ²,մ2',
  ],
  // UN/CEFACT, as in schema.org: FTK, YDK, ACR, HAR.
  [
    0.09290304,
    'sqft,sft,sqfeet,sqfoot,squarefeet,squarefoot,feetsquared,ft2,ft²,ft^2,ftk,sf,feet,pies,pies2,pies²,piescuadrados,pieds2,pieds²,' +
      'piedscarrés,pieds,pi²,pi2,pc,p²,p2,呎,平方呎,قدممربع,قدممربعة,قدم',
  ],
  [0.83612736, 'sqyd,sqyds,sqyard,sqyards,squareyard,squareyards,yd2,yd²,ydk,gaj,gaz'],
  [4046.8564224, 'acre,acres,ac,acr'],
  [
    10_000,
    'ha,h,hectare,hectares,har,hektar,hektare,hectárea,hectáreas,hectarea,hectareas,ettari,ettaro,hektarów,公頃,公顷',
  ],
  [100, 'a,ar,are,ares,ary,arów,ár,árů,aar,ар,сотка,сотки,соток,сот'],
  // Where a dunam has another size, it is put right by the row's country.
  [1000, 'dunam,dunams,dunum,dunums,donum,donums,dönüm,دونم,דונם,stremma,stremmata,στρέμμα,στρέμματα,dekar'],
  [400 / 121, '坪,ping,tsubo,pyeong,평'],
  [4, 'ตรว,ตารางวา,sqwah,squarewah,wah'],
  [400, 'ngan,งาน'],
  [1600, 'rai,ไร่'],
  [2000 / 3, '亩'],
  // A fortieth and a hundredth of an acre.
  [101.17141056, 'guntha,gunthas,gunta,guntas'],
  [40.468564224, 'cent,cents'],
]

/** Its size in m², as in the words. */
export const SQUARE_FOOT = '0.09290304'

/** Words for units of area as `unit_word` writes them, with their size in m². */
export const AREA_UNITS: readonly (readonly [word: string, squareMetres: string])[] = UNITS.flatMap(
  ([squareMetres, words]) => words.split(',').map((word) => [word, String(squareMetres)] as const),
)

/** Words for units of land that have several sizes: areas in them are unknown, but a column of them is one of units of area. */
export const UNSIZED_UNITS: readonly string[] =
  'cuerda,cuerdas,marla,marlas,kanal,kanals,bigha,bighas,katha,kattha,cottah,biswa,ropani,jerib,feddan,feddans,مرلہ,کنال,جریب,فدان'.split(
    ',',
  )
