import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { t } from '../language/translate.ts'
import { classColors, cssColor } from '../scale/palette.ts'
import { PALETTES } from '../state/address/class-choice.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import fields from '../ui/controls/fields.module.css'
import { useTheme } from '../ui/device/use-theme.ts'
import styles from './ClassesForm.module.css'
import { paletteLabel } from './classes-words.ts'

/** The choice of colours. All are safe for colour-blind people, and changing them requests nothing. */
export function PaletteField({ classes }: { classes: number }) {
  const palette = useAddress((address) => address.palette)
  const theme = useTheme()
  return (
    <RadioGroup
      className={fields.field ?? ''}
      value={palette}
      onChange={(value) => {
        const chosen = PALETTES.find((known) => known === value)
        if (chosen) setAddress({ palette: chosen }, 'replace')
      }}
    >
      <Label className={fields.label}>{t('Colours')}</Label>
      <div className={styles.palettes}>
        {PALETTES.map((name) => (
          <Radio key={name} value={name} aria-label={paletteLabel(name)} className={styles.palette ?? ''}>
            <span className={styles.ramp} title={paletteLabel(name)} aria-hidden>
              {classColors(name, theme, classes).map((color) => (
                <span key={cssColor(color)} style={{ background: cssColor(color) }} />
              ))}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
