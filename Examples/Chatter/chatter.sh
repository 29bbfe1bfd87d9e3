#!/bin/sh
# A log that moves, to try silt on: `Examples/Chatter/chatter.sh | silt`.
# It talks until nobody listens.

say() { printf '%s %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$1" || exit 0; }

esc=$(printf '\033')
green="${esc}[32m" yellow="${esc}[33m" red="${esc}[31m" plain="${esc}[0m"
number=0
while :; do
  number=$((number + 1))
  case $((number % 20)) in
  7) say "${yellow}WARN${plain}  slow query, $((number * 37 % 900 + 100)) ms" ;;
  13) say "${red}ERROR${plain} connection refused, attempt $((number / 20 + 1)) of many" ;;
  17) say "INFO  a long line that has to be wrapped somewhere: $(seq -s ' ' 1 60)" ;;
  *) say "${green}INFO${plain}  request $number handled in $((number * 13 % 90 + 3)) ms" ;;
  esac
  # Bursts and pauses, as logs have them.
  case $((number % 50)) in
  [0-9]) ;;
  *) sleep 0.15 ;;
  esac
done
