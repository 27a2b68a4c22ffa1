import { readFileSync } from 'node:fs'

type Node = { name: string; api: number; database: number; data: string }
type Around = { place: string; etcd: number; binaries: string }

const shipped = (name: string) => readFileSync(new URL(`../packaging/${name}`, import.meta.url), 'utf8')

/** The part of packaging/patroni.yml that Patroni stores in etcd: the timeouts, and that the standby is synchronous. */
const kept = () => /^ {2}dcs:\n(?: {4}.*\n)+/m.exec(shipped('patroni.yml'))![0]

/** Settings of one server managed by Patroni: on this machine, without passwords, with the timeouts of packaging/patroni.yml. */
export const patroniSettings = ({ name, api, database, data }: Node, { place, etcd, binaries }: Around) => `
scope: kashkool
name: ${name}
restapi: { listen: "127.0.0.1:${api}", connect_address: "127.0.0.1:${api}" }
etcd3: { host: "127.0.0.1:${etcd}" }
bootstrap:
${kept()}
  initdb: [ { encoding: UTF8 }, { locale: C }, data-checksums ]
  pg_hba: [ "local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust" ]
postgresql:
  listen: "127.0.0.1:${database}"
  connect_address: "127.0.0.1:${database}"
  data_dir: ${data}
  bin_dir: ${binaries}
  pgpass: ${place}/${name}.pgpass
  authentication: { superuser: { username: postgres }, replication: { username: postgres }, rewind: { username: postgres } }
  parameters: { unix_socket_directories: "${place}" }
`

/** packaging/haproxy-database.cfg with the ports of the drill. */
export const haproxySettings = (ports: { database: number; copy: number }, nodes: readonly Node[]) =>
  nodes.reduce(
    (text, { name, api, database }) =>
      text.replaceAll(new RegExp(`server ${name} .*`, 'g'), `server ${name} 127.0.0.1:${database} check port ${api}`),
    shipped('haproxy-database.cfg')
      .replace('127.0.0.1:5000', `127.0.0.1:${ports.database}`)
      .replace('127.0.0.1:5001', `127.0.0.1:${ports.copy}`),
  )

export const etcdWords = (folder: string, etcd: string, peer: string) =>
  Object.entries({
    'data-dir': folder,
    'listen-client-urls': etcd,
    'advertise-client-urls': etcd,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }).map(([name, value]) => `--${name}=${value}`)
