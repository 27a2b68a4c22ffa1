import type { Backups } from '#server/run/backup/schedule.ts'
import type { ReadQuotaFigures } from '#server/access/read-quota.ts'
import type { GateFigures } from '#server/call/gate.ts'
import type { CallFigures } from '#server/call/limits.ts'
import type { ReplicaFigures } from '#server/call/replica.ts'
import type { Clock } from '#server/base/clock.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import type { DatabaseTimes } from '#server/db/request-account.ts'
import type { PeopleOfDemo } from '#server/platform/identity/demo.ts'
import type { CodeFigures } from '#server/platform/identity/code-figures.ts'
import type { IsCommon } from '#server/platform/identity/guessable-passwords.ts'
import type { ReaderFigures } from '#server/exchange/imports/read/read-file.ts'
import type { LookUpFigures } from '#server/platform/identity/look-up-limits.ts'
import type { LoginFigures } from '#server/platform/identity/login-figures.ts'
import type { LiveFigures } from '#server/platform/live/live.ts'
import type { DecoderFigures } from '#server/platform/pictures/decode.ts'
import type { PictureFigures } from '#server/platform/pictures/picture-budget.ts'
import type { Backlog } from '#server/run/system/backlog.queries.ts'
import type { ConnectionFigures } from '#server/run/system/connections.ts'
import type { UploadFigures } from '#server/run/system/uploads-under-way.ts'
import type { GatheredSources } from '#server/run/system/metrics.ts'
import type { ScannerPlace } from '#server/run/system/virus-scanner.ts'
import type { GatewayFigures, PaymentHosts } from '#server/money/online/gateways/gateways.ts'
import type { WebRoot } from '#server/run/system/web-client.ts'

/** What an installation decides about the product that it serves. */
export type Settings = {
  connection: DatabaseAddress
  /** How many connections to the database calls may use at once. */
  pool?: number
  /** A replica of the database that answers some reads (server/call/replica-reads.ts). */
  replica?: DatabaseAddress | null
  replicaFigures?: Partial<ReplicaFigures>
  /** The connection without any pooler, for listening; by default the connection itself. */
  direct?: DatabaseAddress
  /** Whether statements are prepared once per connection; a pooler may not allow it. */
  prepares?: boolean
  gate?: Partial<GateFigures>
  uploads?: Partial<UploadFigures>
  /** How many pictures are decoded at once, and how long they may wait and take. */
  pictures?: Partial<DecoderFigures>
  /** The same for tables and folders that are imported. */
  tables?: Partial<ReaderFigures>
  connections?: Partial<ConnectionFigures>
  /** As whom visitors may look around, if a demo is loaded. */
  demo?: PeopleOfDemo | null
  /** The folder of the database's data, if it is on this machine. */
  dataDir?: string | null
  /** The copies of the embedded database, if they are made. */
  backups?: Pick<Backups, 'newest' | 'waiting'> | null
  /** The figures, for clients with the token, and what waits, as seen by the owner of the database. */
  metrics?: ({ token: string } & ({ backlog: () => Promise<Backlog[]> } | GatheredSources)) | null
  /** Receives one line per request. */
  requestLog?: ((line: string) => void) | null
  /** Whether the process was asked to end: it still serves, reports not ready, and keeps no connection open. */
  stop?: { requested: boolean }
  /** How many processes of the installation run, for dividing the limits of calls. */
  processes?: () => number
  /** The installation's key (server/base/secrets.ts). */
  key: Buffer
  clock: Clock
  /** Our own origins; requests from other sites are refused. */
  origins: readonly string[]
  trustProxy: string | null
  /** The people who must have a second factor to sign in, enrolled or not. */
  secondFactor?: 'platform' | null
  /** The virus scanner that scans every uploaded file; null for none. */
  virusScanner?: ScannerPlace | null
  /** Which passwords nobody may choose; by default those of the shipped list. */
  isCommon?: IsCommon
  web: WebRoot
  /** How long the database may take for a call. */
  databaseTimes?: DatabaseTimes
  /** How long a call may take, in ms, if its operation declares no other time. */
  deadline?: number
  calls?: CallFigures
  live?: Partial<LiveFigures>
  codes?: Partial<CodeFigures>
  logins?: Partial<LoginFigures>
  lookUps?: Partial<LookUpFigures>
  /** How many times a minute a person may look up a student by code. */
  studentCodes?: number
  /** How many papers a minute may be checked from one address. */
  paperChecks?: number
  /** How many coins a school may owe after renewing seats. */
  debtLimit?: number
  readings?: Partial<ReadQuotaFigures>
  storedPictures?: Partial<PictureFigures>
  /** Hosts of push services to which browsers may subscribe (server/messages/push/push-hosts.rules.ts). */
  pushHosts?: readonly string[]
  /** The hosts of payment gateways to which keys of schools may go, and how long they are waited for. */
  paymentHosts?: PaymentHosts
  gateways?: Partial<GatewayFigures>
  /** Hosts of the own network at which providers of sign-in may be, and how long they are waited for. */
  signInHosts?: readonly string[]
  signInWithin?: number
  /** Hosts of the own network to which messages of webhooks may go. */
  webhookHosts?: readonly string[]
  /** Whether the installation sends notices by SMS. */
  smsNotices?: boolean
  /** How many invitations a school may send by SMS per day; null for none. */
  smsInvitations?: number | null
  /** The countries whose numbers may get codes; by default Egypt. */
  smsCountries?: readonly string[]
  /** Where the log goes: to the output of the process, to a given stream, or nowhere. */
  log?: boolean | { write: (line: string) => void }
}
