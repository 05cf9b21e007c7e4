/** Settings of every DuckDB instance: it neither downloads nor loads extensions, whatever a file is called. */
export const DUCK_SETTINGS = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' } as const
