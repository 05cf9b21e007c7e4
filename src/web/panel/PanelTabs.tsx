import { useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { t } from '../language/translate.ts'
import { openTab } from '../state/panel-tab.ts'
import { PANEL_TABS, usePage } from '../state/store.ts'
import styles from './PanelTabs.module.css'
import { TAB_CONTENTS } from './panel-tabs.ts'

/** The tabs of the panel: what the map shows, places, areas. `end` stands beside their names. */
export function PanelTabs({ end }: { end?: React.ReactNode }) {
  const tab = usePage((page) => page.panelTab)
  const content = useFocusOnContent()
  return (
    <Tabs
      ref={content}
      className={styles.tabs ?? ''}
      selectedKey={tab}
      onSelectionChange={(key) => {
        const chosen = PANEL_TABS.find((each) => each === key)
        // React Aria also reports the key that it was given.
        if (chosen !== undefined && chosen !== tab) openTab(chosen, usePage.getState().sheetOpener)
      }}
    >
      <div className={styles.head}>
        <TabList aria-label={t('Panel')} className={styles.list ?? ''}>
          {PANEL_TABS.map((each) => {
            const { label, icon: Icon } = TAB_CONTENTS[each]
            return (
              <Tab key={each} id={each} data-tour={each} className={styles.tab ?? ''}>
                <Icon size={16} aria-hidden />
                {label()}
              </Tab>
            )
          })}
        </TabList>
        {end}
      </div>
      {PANEL_TABS.map((each) => {
        const { Content } = TAB_CONTENTS[each]
        return (
          <TabPanel key={each} id={each} className={styles.content ?? ''} data-tab={each} data-within-panel>
            <Content />
          </TabPanel>
        )
      })}
    </Tabs>
  )
}

/** Moves the focus to what the open tab shows when that is wanted; among the areas, to the open one. */
function useFocusOnContent() {
  const tabs = useRef<HTMLDivElement>(null)
  const isWanted = usePage((page) => page.panelTakesFocus)
  const tab = usePage((page) => page.panelTab)
  useEffect(() => {
    if (!isWanted || !tabs.current) return
    const focusContent = () => {
      const isArea = tab === 'compare' && usePage.getState().openArea !== null
      const wanted = isArea ? '[data-area][data-open] > section' : 'section'
      const content = tabs.current?.querySelector<HTMLElement>(`[role=tabpanel] ${wanted}`)
      if (!content) return
      usePage.getState().set({ panelTakesFocus: false })
      content.focus()
    }
    // Its program may still be on its way. Once it has the focus, none is wanted, which ends this.
    const observer = new MutationObserver(focusContent)
    observer.observe(tabs.current, { childList: true, subtree: true })
    focusContent()
    return () => observer.disconnect()
  }, [isWanted, tab])
  return tabs
}
