import { SolidPolygonLayer } from '@deck.gl/layers'

const vertexShader = `\
#version 300 es
#define SHADER_NAME flat-cells-vertex-shader
in vec3 vertexPositions;
in vec3 vertexPositions64Low;
in vec4 fillColors;
flat out vec4 cellColor;
void main(void) {
  gl_Position = project_position_to_clipspace(vertexPositions, vertexPositions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  cellColor = vec4(fillColors.rgb, fillColors.a * layer.opacity);
}
`

// The precision of deck.gl's uniforms, which both shaders share.
const fragmentShader = `\
#version 300 es
#define SHADER_NAME flat-cells-fragment-shader
precision highp float;
flat in vec4 cellColor;
out vec4 fragColor;
void main(void) {
  fragColor = cellColor;
}
`

/**
 * Polygons of one colour each, without what deck.gl does for light, picking and blending between corners, which takes a
 * third of a frame.
 */
export class FlatCellsLayer<Row, Extra extends object> extends SolidPolygonLayer<Row, Extra> {
  static override readonly layerName = 'FlatCellsLayer'

  override getShaders(type: string) {
    return { ...super.getShaders(type), vs: vertexShader, fs: fragmentShader }
  }
}
