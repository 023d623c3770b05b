import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet: this machine, its neighbours, clouds' metadata services, reserved ranges. */
const NOT_PUBLIC: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["::", 96],
  // Each of these carries an IPv4 address inside. All are refused: programs do not need them.
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["2001::", 32],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

// Two lists, because in one list a rule for IPv4 addresses inside IPv6 covers every IPv4 address.
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of NOT_PUBLIC) {
  const family = network.includes(":") ? "ipv6" : "ipv4";
  blocked[family].addSubnet(network, prefix, family);
}

/** Whether an address is on the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked.ipv4.check(address, "ipv4");
    case 6:
      return !blocked.ipv6.check(address, "ipv6");
    default:
      return false;
  }
}
