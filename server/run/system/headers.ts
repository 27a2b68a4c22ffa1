import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import compress from '@fastify/compress'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { packSmallAnswers } from './packing.ts'
import type { WebRoot } from './web-client.ts'

/**
 * The headers of every answer. Only our own script files may run, and the one inline script of the page, which is allowed by its
 * hash. Texts of schools and people are always text nodes; Trusted Types enforce this (security.md, case 16).
 */
export async function secured(app: FastifyInstance, web: WebRoot) {
  const development = web?.kind === 'development'
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: quickly },
    globalDecompression: false,
  })
  // Registered after the plugin, so that its hook runs first. The plugin skips answers that are already compressed.
  packSmallAnswers(app)
  const headers = {
    ...(await headersOfHelmet({
      contentSecurityPolicy: development ? false : { useDefaults: false, directives: await directives(web) },
      crossOriginEmbedderPolicy: false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
    })),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    // Pictures and the files of the web client set their own cache time.
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Computed once, because they are the same for every answer. */
async function headersOfHelmet(options: FastifyHelmetOptions) {
  const alone = Fastify()
  await alone.register(helmet, options)
  alone.get('/', async () => '')
  const { headers } = await alone.inject('/')
  await alone.close()
  const own = new Set(['content-type', 'content-length', 'date', 'connection'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
}

const directives = async (web: WebRoot) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", ...(await inlineScripts(web))],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  // The one policy that the web client makes (web/lib/worker.ts).
  trustedTypes: ['kashkool-worker'],
})

/** Hashes of the inline scripts of the page, in the form that the content security policy requires. */
async function inlineScripts(web: WebRoot) {
  if (!web) return []
  const html = await readFile(`${web.root}/index.html`, 'utf8')
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
}

/** Brotli's best quality takes a hundred times as long as its fastest, for a tenth fewer bytes. */
const quickly = { 1: 4 }
