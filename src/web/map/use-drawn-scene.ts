import { type RefObject, useEffect, useMemo } from 'react'
import type { Cell } from '../../domain/cell.ts'
import { usePage } from '../state/store.ts'
import { useTheme } from '../ui/device/use-theme.ts'
import { mapTheme } from './basemap/map-theme.ts'
import { hoverLayers, layerBuilder } from './layer-order.ts'
import type { MapShell } from './shell/map-shell.ts'
import { useScene } from './use-scene.ts'

/**
 * Draws the scene and the cell under the pointer on a map. `complete` then holds `address`, the page's address once all
 * of its figures have arrived (null before), and the container's `data-ready` is taken away until the map is idle.
 */
export function useDrawnScene(
  shell: MapShell | null,
  container: RefObject<HTMLElement | null>,
  complete: RefObject<string | null>,
  address: string | null,
): void {
  const scene = useScene()
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: layers belong to one map
  const layersOf = useMemo(layerBuilder, [shell])

  useEffect(() => {
    complete.current = address
    container.current?.removeAttribute('data-ready')
    shell?.layers.setScene(layersOf(scene, mapTheme(theme)))
    shell?.redraw()
  }, [shell, container, complete, layersOf, scene, theme, address])

  // Subscribed outside React, so that a new cell under the pointer renders no component of the map.
  useEffect(() => {
    if (!shell) return
    const draw = ({ hoveredCell }: { hoveredCell: Cell | null }) =>
      shell.layers.setHover(hoverLayers(hoveredCell, mapTheme(theme)))
    draw(usePage.getState())
    return usePage.subscribe((page, before) => page.hoveredCell !== before.hoveredCell && draw(page))
  }, [shell, theme])
}
