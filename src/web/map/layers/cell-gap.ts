import { type Layer, LayerExtension } from '@deck.gl/core'

interface CellGapProps {
  /** How far each edge is drawn inside its cell, in CSS pixels; two neighbours leave twice that. */
  readonly gapPx?: number
}

const uniforms = `\
uniform cellGapUniforms {
  float px;
} cellGap;
`

const shaderModule = {
  name: 'cellGap',
  vs: uniforms,
  fs: uniforms,
  uniformTypes: { px: 'f32' },
} as const

/**
 * Draws cells a fraction of a pixel smaller, so that the ground shows as a hairline between them at every zoom. Moving
 * vertices costs next to nothing, where a stroked outline takes several times as long as the fill. Binary data has
 * `cellInward`, for each vertex the direction to its cell's centre, east and north, of length 1.
 */
export class CellGapExtension extends LayerExtension {
  static override readonly extensionName = 'CellGapExtension'

  override getShaders() {
    return {
      modules: [shaderModule],
      inject: {
        'vs:#decl': 'in vec2 cellInward;',
        // Beyond the half where the cell would turn inside out, gapPx is 0.
        'vs:DECKGL_FILTER_GL_POSITION': 'position.xy += project_pixel_size_to_clipspace(cellInward * cellGap.px);',
      },
    }
  }

  override initializeState(this: Layer): void {
    this.getAttributeManager()?.add({ cellInward: { size: 2, stepMode: 'dynamic', accessor: 'getCellInward' } })
  }

  override draw(this: Layer<CellGapProps>): void {
    this.setShaderModuleProps({ cellGap: { px: this.props.gapPx ?? 0 } })
  }
}
