import { foldName } from '../../../domain/names/fold-name.ts'

/** Words for homes that are sold, let or no longer offered. */
const GONE = words(
  'sold,sale agreed,sold stc,sstc,under offer,under contract,let agreed,rented,withdrawn,removed,listing removed,deleted,expired,terminated,cancelled,canceled,suspended,leased,inactive,closed,off market,archived,recently sold,' +
    'vendido,vendida,alquilado,alquilada,arrendado,arrendada,reservado,reservada,baja,dado de baja,retirado,retirada,eliminado,eliminada,inactivo,inactiva,caducado,finalizado,' +
    'alugado,alugada,removido,removida,inativo,inativa,vendu,vendue,loue,louee,reserve,retire,supprime,expire,inactif,desactive,sous compromis,' +
    'verkauft,vermietet,reserviert,geloscht,deaktiviert,abgelaufen,inaktiv,venduto,venduta,affittato,affittata,rimosso,scaduto,' +
    'verkocht,verhuurd,verwijderd,onder bod,sprzedane,sprzedany,wynajete,nieaktualne,nieaktywne,usuniete,prodano,pronajato,rezervovano,smazano,' +
    'vandut,inchiriat,sters,satildi,kiralandi,silindi,pasif,venut,venuda,llogat,sald,uthyrd,borttagen,solgt,udlejet,utleid,' +
    'продано,сдано,снято с публикации,неактивно,неактивный,здано,продаден,отдаден,πωλήθηκε,ενοικιάστηκε,eladva,kiadva,inaktiv,myyty,vuokrattu,iznajmljeno,oddano,' +
    'predane,prenajate,muudud,pardots,parduota,isnuomota,成約済,成約済み,売約済,已售,已租,已成交,已下架,거래완료,판매완료,계약완료,da ban,da cho thue,terjual,tersewa,' +
    'ขายแล้ว,เช่าแล้ว,مباع,مؤجر,تم البيع,נמכר,הושכר',
)

/** Words for homes that are offered, and for the condition that they are in. */
const OTHERS = words(
  'listed,listed for sale,listed for rent,relisted,price change,price changed,price reduced,price reduction,price drop,price increase,pending sale,' +
    'active,available,for sale,for rent,coming soon,contingent,foreclosure,pre foreclosure,new,published,online,live,pending,draft,activo,activa,disponible,publicado,publicada,en venta,nuevo,nueva,' +
    'obra nueva,segunda mano,buen estado,en buen estado,a reformar,para reformar,reformado,reformada,a estrenar,usado,usada,' +
    'ativo,ativa,disponivel,novo,nova,para recuperar,renovado,em construcao,actif,active,neuf,ancien,bon etat,a renover,renove,' +
    'aktiv,verfugbar,neu,neuwertig,gepflegt,renoviert,saniert,sanierungsbedurftig,attivo,disponibile,nuovo,buono,ottimo,da ristrutturare,ristrutturato,' +
    'beschikbaar,aktualne,dostepne,nowe,novostavba,dobry,velmi dobry,pred rekonstrukci,po rekonstrukci,nou,good,very good,excellent,fair,poor,renovated,to renovate,' +
    'used,resale,new build,under construction,off plan,occupied,vacant,ocupado,ocupada,libre,occupato,occupata,libero,libera',
)

/** Folding a long text takes long, and none of these words is. */
const LONGEST = 100

/** Whether a text says that a home is sold, let or no longer offered. */
export function isGone(text: string): boolean {
  return text.length <= LONGEST && GONE.has(foldName(text))
}

/** Whether a text says what became of a home, or its condition, and so names no place. */
export function isStatus(text: string): boolean {
  return isGone(text) || (text.length <= LONGEST && OTHERS.has(foldName(text)))
}

/** Names of columns that say of each home, by yes or no, whether it is gone. */
export function isGoneFlag(column: string): boolean {
  return GONE.has(foldName(column).replace(/^(?:is|esta|est|ist|has) /, ''))
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(foldName))
}
