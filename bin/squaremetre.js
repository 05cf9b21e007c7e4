#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Everybody on the machine can list the arguments of programs, and those of `move` can have a password.
process.title = `squaremetre ${process.argv[2] ?? ''}`.trimEnd()

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`squaremetre needs Node 20.19 or later; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Makes sure that the page is built; returns its folder. */
let preparePage = async () => pathOf('../dist/web')

// In a checkout what runs is always what the sources say; an installed package brings its dist/ along.
if (existsSync(pathOf('../src'))) {
  if (!existsSync(pathOf('../node_modules/vite'))) {
    console.error('The packages that build Squaremetre are missing: run "npm ci" first.')
    process.exit(1)
  }
  if (!existsSync(pathOf('../dist/data'))) console.error('Building Squaremetre. This takes a minute or two, once.')
  const { buildServer, buildPageApart } = await import('../scripts/build.js')
  await buildServer()
  preparePage = buildPageApart
}

const { runCommandLine } = await import('../dist/cli/main.js')
await runCommandLine(process.argv.slice(2), { preparePage })
