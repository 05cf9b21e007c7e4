import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { classes } from './classes.ts'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'isPending'> {
  /** `primary` for the main action, `plain` for others, `link` within text, `bare` around content with its own look. */
  look?: 'primary' | 'plain' | 'link' | 'bare'
  /** True while what it was pressed for runs: it does nothing then, but keeps the focus, which a disabled button loses. */
  isBusy?: boolean
  /** True once a press, which may be its own, has left it nothing to do: it keeps the focus, too. */
  isSpent?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button with a text label. */
export function Button({ look = 'plain', isBusy = false, isSpent = false, onPress, ...rest }: ButtonProps) {
  const acting = isBusy || isSpent ? { 'aria-disabled': true } : onPress && { onPress }
  return <AriaButton {...rest} {...acting} className={classes(styles.button, styles[look])} />
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  /** What it does, for screen readers and the tool tip. */
  label: string
  ref?: Ref<HTMLButtonElement>
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
