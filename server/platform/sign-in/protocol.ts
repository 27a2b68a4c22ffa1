import type { JSONWebKeySet } from 'jose'
import * as client from 'openid-client'
import { type Outgoing, readPinned } from '#server/platform/connections/outgoing/pinned-request.rules.ts'
import { outgoingUrl } from '#server/platform/connections/outgoing/addresses.rules.ts'
import { hasSecondFactor } from './claims.rules.ts'

/** A provider of OpenID Connect as a sign-in uses it. */
export type Provider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the token must say of the organisation (`hd` or `tid`), where the issuer serves others as well. */
  tenant: string | null
}

/** How providers are called, and the one address to which they send people back. */
export type ProtocolNeeds = Pick<Outgoing, 'hosts' | 'resolve' | 'ca'> & {
  redirectUri: string
  /** In ms, for each call of a provider. */
  timeout?: number
}

/** What must come back from the same browser: kept sealed in a cookie until then. */
export type Expected = { state: string; nonce: string; verifier: string }

/** Who signed in there. Only `subject` says who that is; `label` is for showing. */
export type Arrived = { subject: string; label: string | null; sid: string | null; byFactor: boolean }

/** Why a sign-in did not come about; nothing more of it is shown to the person. */
export class ProviderProblem extends Error {
  readonly why: 'unreachable' | 'refused' | 'tenant'

  constructor(why: ProviderProblem['why'], cause?: unknown) {
    super(`The provider of a sign-in: ${why}`, { cause })
    this.why = why
  }
}

/** In ms, unless something else is set. */
const answersWithin = 5000

/** Where a person is sent to sign in, and what is expected back. */
export async function beginAt(provider: Provider, needs: ProtocolNeeds): Promise<{ url: string; expected: Expected }> {
  const config = await discovered(provider, needs)
  const expected = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: needs.redirectUri,
    scope: 'openid profile email',
    response_type: 'code',
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
    code_challenge_method: 'S256',
    ...(provider.tenant && isGoogle(provider) && { hd: provider.tenant }),
  })
  return { url: url.href, expected }
}

/**
 * The account of a person who came back. Everything about the answer is checked here: state, issuer, the code with its verifier, and the token's
 * signature, audience, nonce and time.
 */
export async function arrivedFrom(
  provider: Provider,
  { answer, expected }: { answer: URLSearchParams; expected: Expected },
  needs: ProtocolNeeds,
): Promise<Arrived> {
  const config = await discovered(provider, needs)
  const back = new URL(needs.redirectUri)
  back.search = answer.toString()
  const tokens = await client
    .authorizationCodeGrant(config, back, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    })
    .catch((problem: unknown) => {
      throw problem instanceof ProviderProblem ? problem : new ProviderProblem('refused', problem)
    })
  const claims = tokens.claims()
  if (!claims) throw new ProviderProblem('refused')
  if (provider.tenant !== null && claims.hd !== provider.tenant && claims.tid !== provider.tenant)
    throw new ProviderProblem('tenant')
  return {
    subject: claims.sub,
    label: textOf(claims.email) ?? textOf(claims.preferred_username) ?? textOf(claims.name),
    sid: textOf(claims.sid, 255),
    byFactor: hasSecondFactor(claims),
  }
}

/** Throws ProviderProblem where a provider does not answer as one: before it is stored, and when somebody tries it. */
export const mustAnswer = async (provider: Provider, needs: ProtocolNeeds) => void (await discovered(provider, needs))

/** The keys with which a provider signs. */
export async function keysAt(provider: Provider, needs: ProtocolNeeds): Promise<JSONWebKeySet> {
  const address = (await discovered(provider, needs)).serverMetadata().jwks_uri
  if (!address) throw new ProviderProblem('refused')
  const answer = await fetchPinned(needs)(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
  })
  if (answer.status !== 200) throw new ProviderProblem('refused')
  return (await answer.json()) as JSONWebKeySet
}

const isGoogle = ({ issuer }: Provider) => issuer === 'https://accounts.google.com'

/** Read anew for each sign-in: a provider that changes its keys or addresses is followed at once, and nothing is kept of one that lied. */
async function discovered({ issuer, clientId, clientSecret }: Provider, needs: ProtocolNeeds) {
  const url = outgoingUrl(issuer, needs.hosts)
  if (!url) throw new ProviderProblem('unreachable')
  try {
    const config = await client.discovery(url, clientId, clientSecret, undefined, {
      timeout: (needs.timeout ?? answersWithin) / 1000,
      [client.customFetch]: fetchPinned(needs),
      // Also the signature of a token that came from the provider itself over https.
      execute: [client.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
    })
    const page = config.serverMetadata().authorization_endpoint
    if (!page || !outgoingUrl(page, needs.hosts)) throw new ProviderProblem('refused')
    return config
  } catch (problem) {
    throw problem instanceof ProviderProblem ? problem : new ProviderProblem('unreachable', problem)
  }
}

/** Calls go to addresses that were checked, follow no redirection, and read at most 256 kB. */
const fetchPinned =
  ({ hosts, resolve, ca, timeout = answersWithin }: ProtocolNeeds): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = { method, headers: Object.fromEntries(new Headers(headers)), body: textOfBody(body) }
    const answer = await readPinned(url, sent, {
      hosts,
      timeout,
      ...(resolve && { resolve }),
      ...(ca && { ca }),
    })
    if ('problem' in answer) throw new ProviderProblem('unreachable', answer.problem)
    return new Response(isEmpty(answer.status) ? null : new Uint8Array(answer.body), answer)
  }

const isEmpty = (status: number) => status === 204 || status === 304

function textOfBody(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  return body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
}

const textOf = (value: unknown, most = 200) =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : null
