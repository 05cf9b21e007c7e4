import { COORDINATE_SYSTEM, type Layer, type Viewport } from '@deck.gl/core'
import { SolidPolygonLayer } from '@deck.gl/layers'
import type { BinaryCells } from './binary-cells.ts'

interface FlatCellsProps {
  /** How far each vertex is drawn along its `cellInward`, in CSS pixels. */
  readonly gapPx?: number
  /** Whether lines in the colour of `hatchColors` are drawn over the fill. */
  readonly isHatched?: boolean
}

type DrawOptions = Parameters<Layer['draw']>[0]

const uniforms = `\
uniform flatCellsUniforms {
  float gapPx;
  float hatchPx;
  vec3 hatchPlane;
} flatCells;
`

const flatCells = {
  name: 'flatCells',
  vs: uniforms,
  fs: uniforms,
  uniformTypes: { gapPx: 'f32', hatchPx: 'f32', hatchPlane: 'vec3<f32>' },
} as const

const vertexShader = `\
#version 300 es
#define SHADER_NAME flat-cells-vertex-shader
in vec3 vertexPositions;
in vec3 vertexPositions64Low;
in vec4 fillColors;
in vec4 hatchColors;
in vec2 cellInward;
flat out vec4 cellColor;
flat out vec4 lineColor;
void main(void) {
  gl_Position = project_position_to_clipspace(vertexPositions, vertexPositions64Low, vec3(0.0), geometry.position);
  gl_Position.xy += project_pixel_size_to_clipspace(cellInward * flatCells.gapPx);
  cellColor = fillColors;
  lineColor = hatchColors;
}
`

/** The hatch: the distance from line to line, and a line's width, in CSS pixels. */
const PERIOD = 5
const LINE = 1

// The precision of deck.gl's uniforms, which both shaders share.
const fragmentShader = `\
#version 300 es
#define SHADER_NAME flat-cells-fragment-shader
precision highp float;
flat in vec4 cellColor;
flat in vec4 lineColor;
out vec4 fragColor;
void main(void) {
  fragColor = cellColor;
  if (flatCells.hatchPx > 0.0) {
    float across = dot(vec3(gl_FragCoord.xy, 1.0), flatCells.hatchPlane);
    float fromLine = abs(mod(across + ${(PERIOD / 2).toFixed(1)}, ${PERIOD.toFixed(1)}) - ${(PERIOD / 2).toFixed(1)});
    float outside = (fromLine - ${(LINE / 2).toFixed(1)}) * flatCells.hatchPx;
    float line = lineColor.a * (1.0 - smoothstep(-0.5, 0.5, outside));
    float alpha = line + cellColor.a * (1.0 - line);
    fragColor = vec4(mix(cellColor.rgb, lineColor.rgb, line / max(alpha, 0.001)), alpha);
  }
  fragColor.a *= layer.opacity;
}
`

const defaultProps = {
  gapPx: 0,
  isHatched: false,
  getCellInward: { type: 'accessor', value: [0, 0] },
  getHatchColor: { type: 'accessor', value: [0, 0, 0, 0] },
  // New colours over the same geometry do not count as new data, so that only the colour buffers go to the GPU.
  dataComparator: { type: 'function', value: hasSameGeometry as (next: unknown, previous?: unknown) => boolean },
  // The map's plane, which the positions are given on.
  coordinateSystem: COORDINATE_SYSTEM.CARTESIAN,
  positionFormat: 'XY',
  _normalize: false,
  _windingOrder: 'CCW',
} as const

/**
 * Polygons of one colour each, without what deck.gl does for light, picking and blending between corners, which takes a
 * third of a frame. Binary data may have `cellInward`, for each vertex a direction east and north of length 1, along which
 * it is moved: cells drawn a fraction of a pixel smaller leave a hairline, where a stroked outline takes several times as
 * long as the fill. Estimates have `hatchColors` too. All uses share one GPU program, because the page has to wait while
 * one is compiled.
 */
export class FlatCellsLayer extends SolidPolygonLayer<unknown, FlatCellsProps> {
  static override readonly layerName = 'FlatCellsLayer'
  static override readonly defaultProps = defaultProps

  override getShaders(type: string) {
    const { modules, ...shaders } = super.getShaders(type)
    return { ...shaders, vs: vertexShader, fs: fragmentShader, modules: [...modules, flatCells] }
  }

  override initializeState(): void {
    super.initializeState()
    this.getAttributeManager()?.add({
      cellInward: { size: 2, stepMode: 'dynamic', accessor: 'getCellInward' },
      hatchColors: { size: 4, type: 'unorm8', stepMode: 'dynamic', accessor: 'getHatchColor' },
    })
  }

  override draw(options: DrawOptions): void {
    const { viewport, devicePixelRatio } = options.shaderModuleProps.project
    const { gapPx, isHatched } = this.props
    const hatch = isHatched ? hatchAt(viewport, devicePixelRatio) : NO_HATCH
    this.setShaderModuleProps({ flatCells: { gapPx, ...hatch } })
    super.draw(options)
  }
}

function hasSameGeometry(next: BinaryCells, previous?: BinaryCells): boolean {
  return next.startIndices === previous?.startIndices
}

const NO_HATCH = { hatchPx: 0, hatchPlane: [0, 0, 0] }

/**
 * Returns the uniforms that fix the hatch to the ground: the device pixels per pixel of the hatch, and the factors of x, y
 * and 1 that give a fragment's position across the lines. Within a zoom level the lines keep their distance on the ground;
 * on the screen it then varies by up to half a level.
 */
function hatchAt(viewport: Viewport, devicePixelRatio: number): { hatchPx: number; hatchPlane: number[] } {
  const { width, height, zoom } = viewport
  const level = Math.round(zoom)
  const hatchPx = devicePixelRatio * 2 ** (zoom - level)
  const [x = 0, y = 0] = viewport.projectFlat(viewport.unproject([width / 2, height / 2]))
  // The lines run down to the right. In doubles, since the plane has millions of pixels.
  const middle = (Math.SQRT1_2 * (x + y) * 2 ** level) % PERIOD
  const across = Math.SQRT1_2 / hatchPx
  return { hatchPx, hatchPlane: [across, across, middle - (across * devicePixelRatio * (width + height)) / 2] }
}
