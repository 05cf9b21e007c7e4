const RADIANS = Math.PI / 180
const EARTH_KM = 6371

/** Smooth noise over the globe in [-1, 1]: value noise on the sphere, independent of any map projection. */
export type GroundNoise = (lat: number, lng: number) => number

/** Noise with features about `scale_km` wide. */
export function groundNoise(seed: number, scale_km: number): GroundNoise {
  const radius = EARTH_KM / scale_km
  return (lat, lng) => {
    const phi = lat * RADIANS
    const lambda = lng * RADIANS
    const ring = Math.cos(phi) * radius
    return valueNoise(seed, ring * Math.cos(lambda), ring * Math.sin(lambda), Math.sin(phi) * radius)
  }
}

function valueNoise(seed: number, x: number, y: number, z: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const z0 = Math.floor(z)
  const u = smooth(x - x0)
  const v = smooth(y - y0)
  const w = smooth(z - z0)
  const low = face(seed, x0, y0, z0, u, v)
  return low + (face(seed, x0, y0, z0 + 1, u, v) - low) * w
}

function face(seed: number, x: number, y: number, z: number, u: number, v: number): number {
  const near = lattice(seed, x, y, z) * (1 - u) + lattice(seed, x + 1, y, z) * u
  const far = lattice(seed, x, y + 1, z) * (1 - u) + lattice(seed, x + 1, y + 1, z) * u
  return near + (far - near) * v
}

function lattice(seed: number, x: number, y: number, z: number): number {
  let h = seed ^ Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t)
}
