import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/base/errors.ts'

/** Where the web client comes from: built files, Vite during development, or nowhere (operations only). */
export type WebRoot = { kind: 'built' | 'development'; root: string } | null

/** Serves the files of the web client, and its page for every address that is neither a file nor an operation (api.md §1.1). */
export async function webClient(app: FastifyInstance, web: WebRoot, taken: ReadonlySet<string>) {
  if (web?.kind === 'development') return developmentClient(app, web.root)
  if (web) {
    await app.register(staticFiles, {
      root: web.root,
      serve: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => void reply.header('cache-control', hashed.test(path) ? immutable : 'no-cache'),
    })
    routesOfFiles(app, await filesIn(web.root))
  }

  app.setNotFoundHandler((request, reply) => {
    if (!web || !isPage(request, taken)) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

/** The files below a folder, without the compressed copies that the build writes beside them (bin/pack.mjs). */
async function filesIn(root: string) {
  const all = await readdir(root, { recursive: true, withFileTypes: true })
  return all
    .filter((one) => one.isFile() && !/\.(br|gz)$/.test(one.name))
    .map((one) => relative(root, join(one.parentPath, one.name)).split(sep).join('/'))
}

/** One route for all files of a folder. Registering one for each of hundreds takes as long as all other routes together. */
function routesOfFiles(app: FastifyInstance, files: string[]) {
  const byAddress = new Map(files.map((file) => [`/${file}`.toLowerCase(), file]))
  const routes = new Set(files.map((file) => (file.includes('/') ? `/${file.split('/')[0]}/*` : `/${file}`)))
  for (const route of routes)
    app.get<{ Params: { '*'?: string } }>(route, ({ params }, reply) => {
      const file = byAddress.get(route.replace('*', () => params['*'] ?? '').toLowerCase())
      return file === undefined ? reply.callNotFound() : reply.sendFile(file)
    })
}

/** Files whose name contains a hash of their content, so that they may be cached forever. */
const hashed = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+(\.(br|gz))?$/
const immutable = 'public, max-age=31536000, immutable'

/** Whether an address belongs to the web client: a GET that names no operation and has no ending of a file. */
function isPage({ method, url }: FastifyRequest, taken: ReadonlySet<string>) {
  const path = url.split('?')[0]!
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (method === 'GET' || method === 'HEAD') && !taken.has(path.toLowerCase()) && !last.includes('.')
}

/** Vite in middleware mode, on the same origin as the operations. */
async function developmentClient(app: FastifyInstance, root: string) {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'spa' })
  app.addHook('onClose', () => vite.close())
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  })
}
