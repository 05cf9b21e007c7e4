import type { NamesByField } from './listing-fields.ts'

/** Columns of prices and rents, and of the currency and period that they are in. */
export const PRICE_NAMES = {
  price: [
    ['price', 'asking price', 'sale price', 'list price', 'sold price', 'price eur', 'price usd', 'amount'],
    [
      'price amount',
      'price value',
      'listing price',
      'advertised price',
      'close price',
      'current price',
      'purchase price',
    ],
    ['precio', 'precio venta', 'precio de venta', 'precio total', 'importe', 'valor'],
    ['preço', 'preço de venda', 'valor de venda', 'valor do imóvel', 'preço total', 'valor total'],
    ['prix', 'prix de vente', 'prix total', 'prix fai', 'prix net vendeur', 'valeur foncière', 'montant'],
    ['preis', 'kaufpreis', 'angebotspreis', 'verkaufspreis', 'gesamtpreis'],
    ['prezzo', 'prezzo di vendita', 'prezzo richiesto', 'prezzo totale'],
    ['prijs', 'vraagprijs', 'koopprijs', 'verkoopprijs', 'koopsom', 'transactieprijs'],
    ['cena', 'cena całkowita', 'cena ofertowa', 'cena sprzedaży', 'cena transakcyjna', 'cena brutto'],
    ['cena celkem', 'celková cena', 'kupní cena', 'prodejní cena', 'cena nemovitosti'],
    ['preț', 'preț total', 'preț vânzare', 'preț cerut', 'preț de vânzare'],
    ['fiyat', 'satış fiyatı', 'fiyatı', 'toplam fiyat', 'ilan fiyatı', 'bedel'],
    ['preu', 'preu de venda', 'preu total', 'import'],
    ['slutpris', 'utropspris', 'utgångspris', 'begärt pris', 'pris', 'prisantydning', 'totalpris', 'kontantpris'],
    ['salgspris', 'köpeskilling', 'kjøpesum', 'købesum', 'købspris', 'solgt for', 'udbudspris', 'salgssum'],
    ['preço pedido', 'precio pedido', 'precio solicitado', 'prix demandé', 'preis verlangt', 'preu demanat'],
    // Converted or estimated by the portal.
    [
      'price approx',
      'price aprox',
      'price approx usd',
      'price aprox usd',
      'price approx local currency',
      'price aprox local currency',
    ],
  ],
  // Prices by the month: with one of these and no other price, all rows are rents.
  rent: [
    [
      'rent',
      'monthly rent',
      'rental price',
      'rent price',
      'rent per month',
      'price per month',
      'base rent',
      'total rent',
    ],
    ['precio alquiler', 'precio de alquiler', 'alquiler', 'alquiler mensual', 'renta', 'renta mensual'],
    ['rent pcm', 'rent per calendar month', 'alquiler mes', 'canone mese', 'loyer hors charges', 'loyer hc'],
    ['aluguel', 'valor do aluguel', 'aluguel mensal', 'renda', 'renda mensal', 'loyer', 'loyer mensuel', 'loyer cc'],
    ['kaltmiete', 'nettokaltmiete', 'miete', 'monatsmiete', 'warmmiete', 'gesamtmiete', 'loyer charges comprises'],
    ['canone', 'canone mensile', 'canone di locazione', 'affitto', 'affitto mensile', 'huurprijs', 'huur', 'kale huur'],
    ['czynsz najmu', 'cena najmu', 'cena wynajmu', 'nájem', 'nájemné', 'měsíční nájem', 'chirie', 'chirie lunară'],
    ['hyra', 'månadshyra', 'husleie', 'månedsleie', 'leie', 'husleje', 'månedlig leje', 'leje'],
    ['kira', 'kira bedeli', 'aylık kira', 'lloguer', 'preu lloguer', 'lloguer mensual'],
  ],
  // Rows whose price is by the week, the night or the year are rejected.
  price_period: [
    ['price period', 'rent period', 'rental period', 'rent frequency', 'rental frequency', 'price frequency'],
    [
      'payment frequency',
      'frequency',
      'price per',
      'período precio',
      'período de precio',
      'período do preço',
      'periodicidade',
    ],
    ['période', 'periodicità', 'huurperiode', 'okres najmu', 'perioadă'],
  ],
  currency: [
    [
      'currency',
      'currency code',
      'price currency',
      'currency id',
      'iso currency',
      'currency iso',
      'price currency code',
      'curr',
    ],
    ['moneda', 'divisa', 'moeda', 'devise', 'monnaie', 'währung', 'waehrung', 'valuta', 'munteenheid'],
    ['waluta', 'měna', 'mena', 'monedă', 'para birimi', 'döviz', 'kur'],
  ],
} satisfies Partial<NamesByField>
