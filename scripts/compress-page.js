// @ts-check
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const COMPRESSED = /\.(js|mjs|css)$/

/**
 * Writes the page's scripts and styles beside themselves in Brotli's smallest form (`NAME.br`), which the proxy sends.
 * It takes seconds, too long for the first visitor to wait.
 * @param {string} pageDir folder of the built page
 */
export async function compressPage(pageDir) {
  const folder = join(pageDir, 'assets')
  const names = readdirSync(folder).filter((name) => COMPRESSED.test(name))
  await Promise.all(
    names.map(async (name) => {
      const plain = await readFile(join(folder, name))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      }
      await writeFile(join(folder, `${name}.br`), await compress(plain, { params }))
    }),
  )
}
