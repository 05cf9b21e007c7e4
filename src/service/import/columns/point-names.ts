import type { NamesByField } from './listing-fields.ts'

/** Columns of coordinates. */
export const POINT_NAMES = {
  lat: [
    ['latitude', 'lat', 'lattitude', 'latitud', 'latitudine', 'breitengrad', 'breedtegraad', 'enlem'],
    [
      'szerokość geograficzna',
      'szerokość',
      'zeměpisná šířka',
      'geo lat',
      'gps lat',
      'map lat',
      'point lat',
      'lat dd',
      'y',
    ],
    ['breddgrad', 'breddegrad', 'bredde', 'breite', 'geografische breite', 'šířka', 'szerokość geo', 'latitudine nord'],
    // In ten-millionths of a degree, as Google writes them.
    ['latitude e7', 'lat e7'],
  ],
  lng: [
    ['longitude', 'lng', 'lon', 'long', 'longtitude', 'longitud', 'longitudine', 'längengrad', 'lengtegraad', 'boylam'],
    ['długość geograficzna', 'długość', 'zeměpisná délka', 'geo lon', 'geo lng', 'geo long', 'gps lon', 'gps lng'],
    ['map lng', 'map lon', 'point lng', 'point lon', 'lon dd', 'x'],
    [
      'längdgrad',
      'lengdegrad',
      'længdegrad',
      'lengde',
      'länge',
      'geografische länge',
      'délka',
      'długość geo',
      'longitudine est',
    ],
    ['longitude e7', 'lng e7', 'lon e7', 'long e7'],
  ],
  // Both coordinates in one cell.
  point: [
    ['geo point 2d', 'geo point', 'geopoint', 'geolocation', 'latlng', 'lat lng', 'lat lon', 'lat long', 'latlong'],
    ['lonlat', 'lnglat', 'longlat', 'longitude latitude', 'latitude longitude'],
    ['coordinates', 'coordinate', 'coords', 'gps', 'gps coordinates', 'wkt', 'the geom', 'geom', 'geometry', 'point'],
    ['coordenadas', 'coordonnées', 'coordonnées gps', 'coordinaten', 'coördinaten', 'koordinaten', 'coordinate gps'],
    ['współrzędne', 'souřadnice', 'coordonate', 'koordinat', 'koordinatlar', 'coordenades'],
  ],
} satisfies Partial<NamesByField>
