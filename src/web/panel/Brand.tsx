import styles from './Brand.module.css'

/** The product's mark and name. */
export function Brand() {
  return (
    <p className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 32 32" width="18" height="18" aria-hidden="true">
        <path d="M16 2 28 9v14L16 30 4 23V9z" />
        <path d="M16 9.5 21.6 12.75v6.5L16 22.5l-5.6-3.25v-6.5z" className={styles.inner} />
      </svg>
      Squaremetre
    </p>
  )
}
