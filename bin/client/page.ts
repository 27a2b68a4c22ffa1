import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { visitorView, type VisitorTexts } from '../../web/app/visitor-view.ts'
import { everyFile } from './chunks.ts'

/**
 * The page's own script fetches what the signed-in see first at once: their files, whose names are known after the build.
 */
export const firstFiles = (): Plugin => ({
  name: 'first-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const signedIn = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/app/signed-in.ts')))
      const files = signedIn ? [signedIn.fileName, ...signedIn.imports.filter((name) => !everyFile.test(name))] : []
      const listed = (names: string[]) => names.map((name) => `/${name}`).join(' ')
      return html.replace('%SIGNED_IN_FILES%', listed(files))
    },
  },
})

/** What a visitor reads first stands in the page itself, and is painted before any script is there. */
export const visitorFirst = (): Plugin => ({
  name: 'visitor-first',
  transformIndexHtml: (html) =>
    html.replace(/%VISITOR_(EN|AR)%/g, (_, language: string) => {
      const file = new URL(`../../public/locales/${language.toLowerCase()}.json`, import.meta.url)
      return visitorView(JSON.parse(readFileSync(file, 'utf8')) as VisitorTexts)
    }),
})

/** The page names the version of its texts, whose files keep their names (web/lib/i18n.ts). */
export const versionOfTexts = (): Plugin => ({
  name: 'version-of-texts',
  transformIndexHtml(html) {
    const folder = new URL('../../public/locales/', import.meta.url)
    const version = createHash('sha256')
    for (const name of readdirSync(folder).toSorted((a, b) => a.localeCompare(b)))
      version.update(readFileSync(new URL(name, folder)))
    return html.replace('%TEXTS%', version.digest('hex').slice(0, 12))
  },
})
