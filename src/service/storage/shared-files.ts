import { changeFiles, type FileChanges } from './change-files.ts'

/**
 * Where files of DATA_DIR/service are published for other machines. What is published counts: files here are a copy.
 * Call all of it only under `workAlone`.
 */
export interface SharedFiles {
  /** Brings the files here up to date. */
  fetch(): Promise<void>
  /** Publishes changes in one step, before they are made here. */
  publish(wanted: FileChanges): Promise<void>
  /** Notes that the files here are as published. */
  settle(): void
}

/** Makes all of the changes or none: where files are shared, for all machines at once. */
export async function changeSharedFiles(
  service: string,
  wanted: FileChanges,
  shared: SharedFiles | null,
): Promise<void> {
  await shared?.publish(wanted)
  changeFiles(service, wanted)
  shared?.settle()
}
