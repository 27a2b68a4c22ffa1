/**
 * A provider of OpenID Connect for the demo and for tests: a process of its own on this machine, with the accounts of a school's staff. Its page
 * asks for no password: whoever tries the product chooses an account.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import { clientOfDemo } from './client.mjs'
import { page } from './page.mjs'

/** A running provider: `issuer`, `port`, the `provider` itself and `stop`. `origins`: where the product is. */
export async function startProvider({ port = 0, origins, accounts, title = 'Nile Schools' }) {
  const server = createServer()
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://localhost:${server.address().port}`
  const provider = new Provider(issuer, configuration(origins, accounts))
  const answers = provider.callback()
  server.on('request', (request, reply) => {
    const uid = /^\/choose\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (!uid) return answers(request, reply)
    choose({ provider, accounts, title }, request, reply).catch((problem) => {
      reply.writeHead(400, { 'content-type': 'text/plain' }).end(String(problem))
    })
  })
  return {
    issuer,
    port: server.address().port,
    stop: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}

const configuration = (origins, accounts) => ({
  clients: [
    {
      client_id: clientOfDemo.id,
      client_secret: clientOfDemo.secret,
      redirect_uris: origins.map((origin) => `${origin}/sign-in/callback`),
      token_endpoint_auth_method: 'client_secret_post',
      backchannel_logout_uri: `${origins[0]}/sign-in/logout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
  conformIdTokenClaims: false,
  cookies: { keys: [randomBytes(32).toString('hex')] },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // The dispatcher that it would use refuses addresses of this machine, where the product is.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  findAccount: (_, id) => {
    const account = accounts.find(({ sub }) => sub === id)
    return account && { accountId: id, claims: () => account }
  },
  ttl: { Interaction: 600, Grant: 3600, Session: 3600, AuthorizationCode: 60, AccessToken: 600, IdToken: 600 },
  interactions: { url: (_, { uid }) => `/choose/${uid}` },
  jwks: { keys: [{ ...rsaKey(), use: 'sig', alg: 'RS256' }] },
  // Who chose an account agrees: this client is the school's own.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

async function choose({ provider, accounts, title }, request, reply) {
  if (request.method !== 'POST') {
    await provider.interactionDetails(request, reply)
    return reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(title, accounts))
  }
  const accountId = new URLSearchParams(await text(request)).get('account') ?? ''
  if (!accounts.some(({ sub }) => sub === accountId)) throw new Error('There is no such account')
  await provider.interactionFinished(request, reply, { login: { accountId } }, { mergeWithLastSubmission: false })
}

// Started with the demo, it says where it listens.
if (process.send && import.meta.url.endsWith('/providers/server.mjs') && process.argv[1]?.endsWith('server.mjs')) {
  const { issuer } = await startProvider(JSON.parse(process.argv[2]))
  process.send({ issuer })
  process.on('disconnect', () => process.exit(0))
}
