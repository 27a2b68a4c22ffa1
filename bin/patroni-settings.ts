type Node = { name: string; api: number; database: number; data: string }
type Around = { place: string; etcd: number; binaries: string }

/** A server kept by Patroni; the second one is synchronous, so that what was acknowledged is on both. */
export const patroniSettings = ({ name, api, database, data }: Node, { place, etcd, binaries }: Around) => `
scope: kashkool
name: ${name}
restapi: { listen: "127.0.0.1:${api}", connect_address: "127.0.0.1:${api}" }
etcd3: { host: "127.0.0.1:${etcd}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 3
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 60, password_encryption: scram-sha-256 }
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

/** Only the primary answers GET /primary; connections to one that was are cut. */
export const haproxySettings = (port: number, nodes: readonly Node[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
frontend database
  bind 127.0.0.1:${port}
  default_backend primary
backend primary
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, api, database }) => `  server ${name} 127.0.0.1:${database} check port ${api}\n`).join('')}`

export const etcdWords = (folder: string, etcd: string, peer: string) =>
  Object.entries({
    'data-dir': folder,
    'listen-client-urls': etcd,
    'advertise-client-urls': etcd,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }).map(([name, value]) => `--${name}=${value}`)
