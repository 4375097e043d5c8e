#!/bin/sh
# A bot in the shell: it answers with the last legal order, and needs nothing but sed.
# Legal orders are the list "legal" of every request, a line of JSON; "decide" answers come first where one is asked for.
while read -r line; do
    case $line in
    *'"type": "order"'*)
        # the list is the one value between "legal": [ and the next ]
        orders=$(printf '%s\n' "$line" | sed 's/.*"legal": \[//; s/\].*//; s/", "/\n/g; s/^"//; s/"$//')
        order=$(printf '%s\n' "$orders" | sed -n '$p')
        printf '{"order": "%s", "why": "it is the last in the list"}\n' "$order"
        ;;
    *'"type": "end"'*)
        exit 0
        ;;
    esac
done
