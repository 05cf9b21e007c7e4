import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { classes } from './classes.ts'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  /** `primary` for the main action, `plain` for others, `link` within text, `bare` around content with its own look. */
  look?: 'primary' | 'plain' | 'link' | 'bare'
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button with a text label. */
export function Button({ look = 'plain', ...rest }: ButtonProps) {
  return <AriaButton {...rest} className={classes(styles.button, styles[look])} />
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  /** What it does, for screen readers and the tool tip. */
  label: string
  children: ReactNode
}

/** A square button with only an icon. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={classes(styles.button, styles.icon)}>
      <span title={label} className={styles.iconBox}>
        {children}
      </span>
    </AriaButton>
  )
}
